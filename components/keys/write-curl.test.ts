import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { writeCreateCommand, writeListCommand } from "./curl-block";

/** What a shell gives to curl for the command. */
function readArguments(command: readonly string[]): string[] {
  const echo = command.join("").replace(/^curl/, "printf '%s\\0'");
  return execFileSync("/bin/sh", ["-c", echo], { encoding: "utf8" }).split("\0").slice(0, -1);
}

describe("a sample curl command", () => {
  const key = "qr_live_8sKdT2vQxW7mZbR4nYcLf0HjPu6GaEi3k9XwQ1";

  it("lists codes, or API keys if the key has no permission to read codes", () => {
    const header = ["-H", `Authorization: Bearer ${key}`];
    const list = (...permissions: Parameters<typeof writeListCommand>[2]) =>
      readArguments(writeListCommand("https://qr.example.com", key, permissions));
    expect(list("qr:write")).toEqual([...header, "https://qr.example.com/api/v1/qr-codes"]);
    expect(list("qr:read", "analytics:read")).toEqual([...header, "https://qr.example.com/api/v1/qr-codes"]);
    expect(list("webhooks:manage")).toEqual([...header, "https://qr.example.com/api/v1/api-keys"]);
  });

  it("creates a code from a JSON body", () => {
    const words = readArguments(writeCreateCommand("https://qr.example.com", key));
    expect(words.at(-1)).toBe("https://qr.example.com/api/v1/qr-codes");
    expect(JSON.parse(words[words.indexOf("-d") + 1]!)).toEqual({
      name: "Menu",
      type: "url",
      content: "https://example.com/menu",
    });
  });
});
