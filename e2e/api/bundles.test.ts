import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = ".next/static";
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const scripts = files.filter((name) => name.endsWith(".js"));

describe("O5: what browsers load", () => {
  it("is there", () => expect(scripts.length).toBeGreaterThan(30));

  it.each([
    ["of the server's encryption", "aes-256-gcm"],
    ["of its hashes", "argon2"],
    ["of its statements", "FROM account"],
    ["of its locks", "pg_advisory"],
    ["of the machine that it was built on", process.cwd()],
    ["of a private key", "PRIVATE KEY"],
  ])("has nothing %s", (_, word) => {
    expect(scripts.filter((name) => readFileSync(name, "utf8").includes(word))).toEqual([]);
  });

  it("has no source in a map", () => {
    for (const name of files.filter((file) => file.endsWith(".map"))) {
      expect(JSON.parse(readFileSync(name, "utf8"))).toMatchObject({ sources: [] });
    }
  });
});
