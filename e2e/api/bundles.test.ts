import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = ".next/static";
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const scripts = files.filter((name) => name.endsWith(".js"));

describe("O5: browser bundles", () => {
  it("are built", () => expect(scripts.length).toBeGreaterThan(30));

  it.each([
    ["the server's encryption", "aes-256-gcm"],
    ["password hashing", "argon2"],
    ["SQL statements", "FROM account"],
    ["database locks", "pg_advisory"],
    ["the build machine's path", process.cwd()],
    ["a private key", "PRIVATE KEY"],
  ])("contain no trace of %s", (_, word) => {
    expect(scripts.filter((name) => readFileSync(name, "utf8").includes(word))).toEqual([]);
  });

  it("contain no source in a source map", () => {
    for (const name of files.filter((file) => file.endsWith(".map"))) {
      expect(JSON.parse(readFileSync(name, "utf8"))).toMatchObject({ sources: [] });
    }
  });
});
