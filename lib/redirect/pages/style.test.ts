import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tokens } from "./frame";

const sheet = readFileSync("components/theme/tokens.css", "utf8");
const [lightBlock = "", darkBlock = ""] = sheet.split('[data-theme="dark"]');

it.each([
  ["light", lightBlock],
  ["dark", darkBlock],
] as const)("has the %s colours of the token sheet", (theme, block) => {
  for (const [name, colour] of Object.entries(tokens[theme])) {
    expect(block, name).toContain(`--${name}: ${colour};`);
  }
});
