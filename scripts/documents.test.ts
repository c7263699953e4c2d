import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const folder = "docs/decisions";
const decisions = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
const documents = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...["typescript", "python", "go"].map((language) => `clients/${language}/README.md`),
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

describe("decisions", () => {
  it.each(decisions)("%s has context, decision and consequences on one page", (name) => {
    const text = readFileSync(join(folder, name), "utf8");
    expect(text).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. .+\n`));
    expect(text.match(/^## .+$/gm)).toEqual(["## Context", "## Decision", "## Consequences"]);
    expect(text.split("\n").length).toBeLessThanOrEqual(52);
  });

  it("are each listed once in the README", () => {
    const listed = readFileSync(join(folder, "README.md"), "utf8").match(/\d{4}-[\w-]+\.md/g);
    expect(listed).toEqual(decisions);
  });
});

describe("documents", () => {
  it.each(documents)("%s links only to existing files", (document) => {
    const text = readFileSync(document, "utf8").replaceAll(/```[\s\S]*?```/g, "");
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
    const missing = targets
      .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
      .map((target) => normalize(join(dirname(document), target.split("#")[0]!)))
      .filter((target) => !existsSync(target));
    expect(missing).toEqual([]);
  });
});
