import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";

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

describe("a script of a page", () => {
  const file = scripts.find((name) => name.includes("chunks")) ?? "";
  const ask = (init: RequestInit = {}) =>
    fetch(`${inject("baseUrl")}/_next/${file.slice(".next/".length)}`, init);

  it("is sent compressed, once for each client, with the headers of a page", async () => {
    const answer = await ask();
    expect(await answer.text()).toBe(readFileSync(file, "utf8"));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-encoding": "gzip",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^req_/),
    });
    const again = await ask({ headers: { "if-none-match": answer.headers.get("etag") ?? "" } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await ask({ method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([
      200,
      answer.headers.get("content-length"),
    ]);
  });

  it("is not what a form gets", async () => {
    const headers = { origin: inject("baseUrl"), "content-type": "multipart/form-data; boundary=x" };
    const answer = await ask({ method: "POST", headers, body: "--x--" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
