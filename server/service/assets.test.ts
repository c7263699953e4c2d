import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AnswerAsset, openAssets } from "./assets";

const script = `console.log(${JSON.stringify("halden ".repeat(200))});`;
const font = Buffer.from("wOF2 as it is");

let folder = "";
let find: AnswerAsset;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quietzone-assets-"));
  await mkdir(join(folder, "chunks"));
  await writeFile(join(folder, "chunks", "0~a[b].js"), script);
  await writeFile(join(folder, "chunks", "gone.js"), script);
  await writeFile(join(folder, "chunks", "a.map"), "{}");
  await writeFile(join(folder, "mono.woff2"), font);
  find = openAssets(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const path = "/_next/static/chunks/0~a%5Bb%5D.js";
const ask = async (headers: Parameters<AnswerAsset>[1] = {}, of = path) => {
  const answer = await find(of, headers);
  if (answer === null) throw new Error(`${of} is left to Next`);
  return answer;
};

describe("a file of the build", () => {
  it("is compressed for a client that takes gzip", async () => {
    const { status, headers, body } = await ask({ "accept-encoding": "br, gzip;q=0.5" });
    expect([status, headers["Content-Encoding"], headers.Vary]).toEqual([200, "gzip", "Accept-Encoding"]);
    expect(headers["Content-Length"]).toBe(String(body?.length));
    expect(gunzipSync(body as Uint8Array).toString()).toBe(script);
  });

  it.each([undefined, "br", "gzip;q=0", "identity, gzip ; q=0.0"])(
    "is whole for accept-encoding %s",
    async (accepted) => {
      const { headers, body } = await ask(accepted === undefined ? {} : { "accept-encoding": accepted });
      expect(headers["Content-Encoding"]).toBeUndefined();
      expect(String(body)).toBe(script);
      expect(headers["Content-Type"]).toBe("text/javascript; charset=utf-8");
      expect(headers["Cache-Control"]).toBe("public, max-age=31536000, immutable");
      expect(headers["X-Content-Type-Options"]).toBe("nosniff");
    },
  );

  it("is not compressed twice", async () => {
    const { headers, body } = await ask({ "accept-encoding": "gzip" }, "/_next/static/mono.woff2");
    expect([headers["Content-Encoding"], body]).toEqual([undefined, font]);
  });

  it.each([
    ["its tag among others", (tag: string) => `"other", ${tag}`],
    ["its tag as a strong one", (tag: string) => tag.slice(2)],
    ["any tag", () => " *"],
  ])("is not sent again to a client that has %s", async (_, write) => {
    const { headers } = await ask();
    const { status, body } = await ask({ "if-none-match": write(headers.ETag ?? "") });
    expect([status, body]).toEqual([304, null]);
  });

  it("is sent to a client that has another", async () => {
    expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
  });

  it("is in memory once, however its path is spelt", async () => {
    const { body } = await ask();
    for (const spelt of ["/_next/static/%63hunks/0~a%5Bb%5D.js", "/_next/static/chunks/0~a[b]%2Ejs"])
      expect((await ask({}, spelt)).body).toBe(body);
  });

  it("has headers of its own in each answer", async () => {
    const { headers } = await ask();
    headers.Connection = "close";
    expect((await ask()).headers.Connection).toBeUndefined();
  });

  it("is looked for again when it could not be read", async () => {
    const gone = "/_next/static/chunks/gone.js";
    await rm(join(folder, "chunks", "gone.js"));
    expect(await find(gone, {})).toBeNull();
    await writeFile(join(folder, "chunks", "gone.js"), script);
    expect(String((await ask({}, gone)).body)).toBe(script);
  });

  it.each([
    ["another name", "/_next/static/chunks/nothing.js", {}],
    ["another way to it", "/_next/static/chunks/%2e%2e%2fchunks%2f0~a%5Bb%5D.js", {}],
    ["a damaged name", "/_next/static/chunks/%zz.js", {}],
    ["a source map", "/_next/static/chunks/a.map", {}],
    ["the folder", "/_next/static/chunks", {}],
  ])("leaves %s to Next", async (_, of, headers) => {
    expect(await find(of, headers)).toBeNull();
  });
});
