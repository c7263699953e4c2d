import { afterAll, beforeEach, describe, expect, inject, it } from "vitest";
import { QuietzoneConnectionError, QuietzoneError } from "@/clients/typescript/src/index";
import { newAccount, newKey } from "../../support/accounts";
import { findFreePort } from "../../support/free-port";
import { FlakyProxy } from "../../support/process/flaky-proxy";
import { menu, openAccount, openQuietzone, refusalOf } from "../../support/quietzone";

const way = await new FlakyProxy(inject("baseUrl")).open();
afterAll(() => way.close());
const { apiKey } = await newKey(await newAccount("pro"));
const quietzone = openQuietzone({ baseUrl: way.url, apiKey });
const patient = openQuietzone({ baseUrl: way.url, apiKey, maxRetries: 1 });

beforeEach(() => {
  way.requests.length = 0;
  way.mishaps = [];
});

const sentKeys = () => way.requests.map(({ headers }) => headers["idempotency-key"]);

describe("error responses", () => {
  it("become an error with every field of the response", async () => {
    const sent = { name: "", type: "url", content: "example.com", settings: { size: 1 } } as const;
    const refusal = await refusalOf(quietzone.codes.create(sent));
    expect(refusal).toBeInstanceOf(QuietzoneError);
    expect(refusal).toMatchObject({
      name: "QuietzoneError",
      status: 400,
      code: "validation_failed",
      message: expect.any(String),
      hint: expect.any(String),
      docs: `${inject("baseUrl")}/docs/errors#validation_failed`,
      requestId: expect.stringMatching(/^req_/),
      retryAfterSeconds: undefined,
    });
    const { details } = refusal as unknown as QuietzoneError;
    expect(details.map(({ field }) => field)).toEqual(["name", "settings.size", "content"]);
    expect(way.requests).toHaveLength(1);
  });

  it("keep 401, 403 and 404 distinct", async () => {
    const poor = await newKey(await newAccount("free"));
    expect(await refusalOf(openQuietzone().codes.list())).toMatchObject({
      status: 401,
      code: "missing_api_key",
    });
    const refused = openQuietzone({ apiKey: poor.apiKey }).codes.list();
    expect(await refusalOf(refused)).toMatchObject({ status: 403, code: "plan_required" });
    expect(await refusalOf(quietzone.codes.get("nothing"))).toMatchObject({ status: 404, code: "not_found" });
  });

  it("from something other than the service become unexpected_answer errors", async () => {
    way.mishaps = [{ status: 404 }, { status: 200 }];
    const refused = { code: "unexpected_answer", hint: expect.stringContaining("baseUrl") };
    expect(await refusalOf(quietzone.codes.list())).toMatchObject({ status: 404, ...refused });
    expect(await refusalOf(quietzone.codes.list())).toMatchObject({ status: 200, ...refused });
  });
});

describe("retry policy of the client", () => {
  it.each(["drop", "lose", "break", { status: 502 }, { status: 503 }, { status: 504 }] as const)(
    "repeats a POST after %o with one idempotency key, creating one code",
    async (mishap) => {
      const fresh = await openAccount({ baseUrl: way.url });
      way.mishaps = [mishap];
      const code = await fresh.codes.create(menu);
      expect(way.requests).toHaveLength(2);
      expect(new Set(sentKeys()).size).toBe(1);
      expect(sentKeys()[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect((await fresh.codes.list()).data.map(({ id }) => id)).toEqual([code.id]);
    },
  );

  it("gives each POST its own idempotency key unless the caller provides one", async () => {
    await quietzone.codes.create(menu, { dryRun: true });
    await quietzone.codes.create(menu, { dryRun: true });
    await quietzone.codes.create(menu, { idempotencyKey: "order 5" });
    expect(new Set(sentKeys()).size).toBe(3);
    expect(sentKeys()[2]).toBe("order 5");
    const other = quietzone.codes.create({ ...menu, name: "Other" }, { idempotencyKey: "order 5" });
    expect(await refusalOf(other)).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  });

  it("repeats a GET up to maxRetries, then throws the last failure", async () => {
    way.mishaps = ["drop", "break"];
    expect((await quietzone.keys.list()).data).toHaveLength(1);
    way.mishaps = ["drop", "drop", "drop"];
    const failure = await refusalOf(patient.keys.list());
    expect(failure).toBeInstanceOf(QuietzoneConnectionError);
    expect(failure.message).toContain(`GET ${way.url}/api/v1/api-keys`);
    expect(way.requests).toHaveLength(5);
    way.mishaps = [{ status: 503 }, { status: 503 }];
    expect(await refusalOf(patient.keys.list())).toMatchObject({ status: 503 });
  });

  it("repeats PUT, PATCH and DELETE only after 429", async () => {
    const { id } = await quietzone.codes.create(menu);
    const key = await quietzone.keys.create({ name: "Till", permissions: ["qr:read"] });
    way.requests.length = 0;
    way.mishaps = ["drop", { status: 503 }, "lose"];
    expect(await refusalOf(quietzone.codes.update(id, { name: "A" }))).toBeInstanceOf(
      QuietzoneConnectionError,
    );
    expect(await refusalOf(quietzone.keys.update(key.id, { name: "A" }))).toMatchObject({ status: 503 });
    expect(await refusalOf(quietzone.codes.delete(id))).toBeInstanceOf(QuietzoneConnectionError);
    expect(way.requests).toHaveLength(3);
    way.mishaps = [{ status: 429, headers: { "retry-after": "0" } }];
    await quietzone.keys.delete(key.id);
    expect(way.requests).toHaveLength(5);
  });

  it("waits as long as Retry-After says, in seconds or as a date, but not beyond maxWaitMs", async () => {
    const told = (value: string) => ({ status: 429, headers: { "retry-after": value } });
    way.mishaps = [told("1"), told(new Date(0).toUTCString())];
    const startedAt = performance.now();
    await quietzone.keys.list();
    expect(performance.now() - startedAt).toBeGreaterThan(950);
    expect(way.requests).toHaveLength(3);
    way.mishaps = [told("3600")];
    expect(await refusalOf(quietzone.keys.list())).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    expect(way.requests).toHaveLength(4);
  });

  it("reports the remaining wait when a key's limit is used up", async () => {
    const small = await newKey(await newAccount("pro"), { rateLimit: 1 });
    const limited = openQuietzone({ apiKey: small.apiKey });
    await limited.keys.list();
    const refusal = await refusalOf(limited.keys.list());
    // At the end of an hour the wait is short enough to be kept to; then there is no refusal to look at.
    expect(refusal).toMatchObject({
      status: 429,
      code: "rate_limited",
      retryAfterSeconds: expect.any(Number),
    });
  });
});

describe("cancelled and failed calls", () => {
  it("throw the signal's reason before, during and between attempts", async () => {
    const reason = new Error("no longer wanted");
    await expect(quietzone.keys.list({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(way.requests).toHaveLength(0);
    for (const mishap of ["hang", { status: 503, headers: { "retry-after": "20" } }] as const) {
      way.requests.length = 0;
      way.mishaps = [mishap];
      const ending = new AbortController();
      const call = quietzone.keys.list({ signal: ending.signal });
      await expect.poll(() => way.requests.length).toBe(1);
      ending.abort(reason);
      await expect(call).rejects.toBe(reason);
      expect(way.requests).toHaveLength(1);
    }
  });

  it("count a timeout as a failed attempt and retry it", async () => {
    way.mishaps = ["hang"];
    expect((await quietzone.codes.create(menu, { timeoutMs: 10_000 })).name).toBe("Menu");
    expect(new Set(sentKeys()).size).toBe(1);
    expect(way.requests).toHaveLength(2);
    way.mishaps = ["hang", "hang"];
    const late = patient.keys.list({ timeoutMs: 50 });
    expect(await refusalOf(late)).toMatchObject({ message: expect.stringContaining("within 50 ms") });
  });

  it("report an unreachable service as an error with its cause", async () => {
    const baseUrl = `http://127.0.0.1:${await findFreePort()}`;
    const failure = await refusalOf(openQuietzone({ baseUrl, maxRetries: 0 }).keys.list());
    expect(failure).toMatchObject({
      message: expect.stringContaining("could not be reached"),
      code: "unreachable",
      hint: "Check that the service runs and that baseUrl is its address.",
    });
    expect(failure.cause).toBeInstanceOf(Error);
  });
});
