import { afterAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { Quietzone } from "@/clients/typescript/src/index";
import { newAccount, newKey } from "../../support/accounts";
import { FlakyProxy } from "../../support/process/flaky-proxy";
import { openQuietzone, refusalOf } from "../../support/quietzone";

const way = await new FlakyProxy(inject("baseUrl")).open();
afterAll(() => way.close());
const { apiKey } = await newKey(await newAccount("pro"));
const quietzone = openQuietzone({ baseUrl: way.url, apiKey });

beforeEach(() => {
  way.requests.length = 0;
});

describe("argument validation of the client", () => {
  const baseUrl = "https://qr.example.com";

  it.each([
    [{ baseUrl: "qr.example.com" }, "baseUrl is an address"],
    [{ baseUrl: "ftp://qr.example.com" }, "baseUrl is an address"],
    [{ baseUrl: "https://ada:secret@qr.example.com" }, "baseUrl is an address"],
    [{ baseUrl, apiKey: "" }, "apiKey is one word"],
    [{ baseUrl, apiKey: "qr_live_x\nx: y" }, "apiKey is one word"],
    [{ baseUrl, timeoutMs: 0 }, "timeoutMs is a whole number from 1"],
    [{ baseUrl, maxRetries: -1 }, "maxRetries is a whole number from 0"],
    [{ baseUrl, maxWaitMs: Number.POSITIVE_INFINITY }, "maxWaitMs is a whole number from 0"],
  ])("rejects options %o", (options, words) => {
    expect(() => new Quietzone(options)).toThrow(words);
  });

  it("rejects a key for this machine over http where a proxy of the environment would get it", () => {
    const open = (baseUrl: string, more = {}) => new Quietzone({ baseUrl, apiKey: "qr_live_x", ...more });
    vi.stubEnv("HTTP_PROXY", "http://proxy.example.com:3128");
    try {
      expect(() => open("http://a.localhost:3000")).not.toThrow();
      for (const [name, value] of [
        ["NODE_USE_ENV_PROXY", "1"],
        ["NODE_OPTIONS", "--use-env-proxy"],
      ] as const) {
        vi.stubEnv(name, value);
        for (const host of ["localhost", "a.localhost", "127.0.0.1", "[::1]"])
          expect(() => open(`http://${host}:3000`)).toThrow(`add ${host} to NO_PROXY`);
        vi.stubEnv(name, undefined);
      }
      vi.stubEnv("NODE_USE_ENV_PROXY", "1");
      for (const more of [{ fetch }, { apiKey: undefined }, { allowHttp: true }])
        expect(() => open("http://localhost:3000", more)).not.toThrow();
      expect(() => open("https://localhost:3000")).not.toThrow();
      for (const exempt of ["*", "qr.example.com, localhost"]) {
        vi.stubEnv("NO_PROXY", exempt);
        expect(() => open("http://localhost:3000")).not.toThrow();
      }
      expect(() => open("http://127.0.0.1:3000")).toThrow("NO_PROXY");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("rejects a key in a browser", () => {
    Object.assign(globalThis, { document: {} });
    try {
      expect(() => new Quietzone({ baseUrl, apiKey: "qr_live_x" })).toThrow("does not belong in a browser");
      expect(() => new Quietzone({ baseUrl })).not.toThrow();
    } finally {
      Reflect.deleteProperty(globalThis, "document");
    }
  });

  it.each([
    ["Deno's workers", ["WorkerGlobalScope", "WorkerLocation", "importScripts", "Deno"]],
    ["edge functions", ["WorkerGlobalScope", "ServiceWorkerGlobalScope", "importScripts"]],
  ])("accepts a key in %s, whose globals resemble a browser's", (_, names) => {
    for (const name of names) Object.assign(globalThis, { [name]: () => {} });
    try {
      expect(() => new Quietzone({ baseUrl, apiKey: "qr_live_x" })).not.toThrow();
    } finally {
      for (const name of names) Reflect.deleteProperty(globalThis, name);
    }
  });

  it("rejects an id that would change the path, and escapes one that looks like a path", async () => {
    for (const id of ["", ".", ".."]) {
      await expect(quietzone.codes.delete(id)).rejects.toThrow("id is an id that the service gave out");
    }
    expect(way.requests).toHaveLength(0);
    expect(await refusalOf(quietzone.codes.get("../api-keys?x#y"))).toMatchObject({ name: "QuietzoneError" });
    expect(way.requests.map(({ path }) => path)).toEqual(["/api/v1/qr-codes/..%2Fapi-keys%3Fx%23y"]);
  });

  it("rejects an idempotency key for an operation that takes none", async () => {
    const call = quietzone.codes.update("x", { name: "A" }, { idempotencyKey: "x" });
    await expect(call).rejects.toThrow("takes no idempotencyKey");
  });

  it("rejects an interval that a timer can't wait for", async () => {
    const pages = quietzone.followEvents({ intervalMs: 2 ** 31 });
    await expect(pages.next()).rejects.toThrow("intervalMs is a whole number from 0");
  });

  it("follows events of all types where none is listed", async () => {
    const pages = quietzone.followEvents({ types: [], after: undefined, stopAtEnd: true });
    expect((await pages.next()).value).toMatchObject({ data: [] });
    expect(way.requests.map(({ path }) => path)).toEqual(["/api/v1/events"]);
  });

  it("sends no key to public operations", async () => {
    await quietzone.publicCodes.create({ type: "text", content: "Hello" });
    await quietzone.openapi.describeV1();
    expect(way.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });
});
