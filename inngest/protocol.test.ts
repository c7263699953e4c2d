import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InngestDouble } from "../e2e/support/inngest/double";
import { signatureOf } from "../e2e/support/inngest/signature";
import { answerInngest, createAnswer } from "./answer";
import { createClient } from "./client";

const baseUrl = "https://qr.example.com";
const address = `${baseUrl}/api/inngest`;
const eventKey = "an-event-key";
const signingKey = "signkey-test-0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";
const olderKey = "signkey-test-00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

const server = new InngestDouble({ signingKey, eventKey });
beforeAll(() => server.open());
afterAll(() => server.close());

function answering(more: object = {}) {
  const settings = { eventKey, signingKey, signingKeyFallback: olderKey, baseUrl: server.url, isDev: false };
  return createAnswer(createClient({ ...settings, ...more }), baseUrl);
}

const devServer = { isDev: true, eventKey: undefined, signingKey: undefined, signingKeyFallback: undefined };

type Method = "GET" | "HEAD" | "POST" | "PUT";

function call(
  method: Method,
  body: string,
  headers: Record<string, string> = {},
  query = "",
  answer = answering(),
) {
  const sent = { host: "qr.example.com", "content-type": "application/json", ...headers };
  const init = { method, headers: sent, ...(body === "" ? {} : { body }) };
  return answer(new Request(`${address}${query}`, init));
}

const signed = (body: string, key = signingKey, now = Date.now()) => ({
  "x-inngest-signature": signatureOf(body, key, now),
});

describe("introspection", () => {
  it("describes the app to a signed request without revealing its keys", async () => {
    const response = await call("GET", "", signed(""));
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      authentication_succeeded: true,
      app_id: "quietzone",
      function_count: 3,
      mode: "cloud",
      has_event_key: true,
      has_signing_key: true,
      api_origin: server.url,
      event_api_origin: server.url,
      sdk_language: "js",
    });
    for (const key of [eventKey, signingKey, olderKey]) {
      expect(text).not.toContain(key.replace("signkey-test-", ""));
    }
  });

  it("rejects an unsigned request with 401", async () => {
    const response = await call("GET", "");
    expect([response.status, await response.json()]).toEqual([401, { message: "Unauthorized" }]);
  });

  it("answers HEAD like GET, without a body", async () => {
    const [head, get] = [await call("HEAD", "", signed("")), await call("GET", "", signed(""))];
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expect((await call("HEAD", "")).status).toBe(401);
  });

  it("describes the app to a dev server without a signature", async () => {
    const response = await call("GET", "", {}, "", answering(devServer));
    expect(await response.json()).toMatchObject({ mode: "dev", function_count: 3, has_event_key: false });
  });
});

describe("registration", () => {
  const body = JSON.stringify({ url: address });

  it("by PUT registers the functions with their limits and URLs at Inngest", async () => {
    const response = await call("PUT", body, signed(body));
    expect(await response.json()).toMatchObject({ message: "Successfully registered", modified: true });
    expect(server.appUrl).toBe(address);
    const functions = Object.fromEntries(server.functions.map((fn) => [fn.id, fn]));
    expect(functions).toMatchObject({
      "quietzone-fan-out-webhooks": {
        triggers: [{ event: "quietzone/webhook.event" }],
        batchEvents: { maxSize: 100, timeout: "1s" },
        concurrency: 8,
      },
      "quietzone-deliver-webhook": {
        triggers: [{ event: "quietzone/delivery.due" }],
        concurrency: [{ key: "event.data.webhookId", limit: 1 }, { limit: 64 }],
        steps: {
          step: {
            retries: { attempts: 20 },
            runtime: { url: `${address}?fnId=quietzone-deliver-webhook&stepId=step` },
          },
        },
      },
      "quietzone-sweep": { triggers: [{ cron: "* * * * *" }], concurrency: 1 },
    });
    expect(server.functions.length).toBe(3);
  });

  it("in band returns the functions in a signed response", async () => {
    const response = await call("PUT", body, { ...signed(body), "x-inngest-sync-kind": "in_band" });
    expect(response.headers.get("x-inngest-sync-kind")).toBe("in_band");
    expect(response.headers.get("x-inngest-signature")).toMatch(/^t=\d+&s=[0-9a-f]{64}$/);
    const answer = await response.json();
    expect(answer).toMatchObject({ app_id: "quietzone", url: address, sdk_language: "js" });
    expect(answer.functions.length).toBe(3);
  });

  it("in band is rejected with 401 without a signature", async () => {
    const response = await call("PUT", body, { "x-inngest-sync-kind": "in_band" });
    expect(response.status).toBe(401);
  });

  it("returns 500 if Inngest is unreachable", async () => {
    const away = answering({ baseUrl: "http://127.0.0.1:9" });
    const response = await call("PUT", body, signed(body), "", away);
    expect(response.status).toBe(500);
    expect((await response.json()).message).toMatch(/^Failed to register/);
  });
});

describe("calls by Inngest", () => {
  const input = {
    event: { name: "quietzone/delivery.due", data: { deliveryId: "no id", webhookId: "none" } },
  };
  const body = JSON.stringify({
    ...input,
    events: [input.event],
    steps: {},
    ctx: { run_id: "r", attempt: 0 },
  });
  const query = "?fnId=quietzone-deliver-webhook&stepId=step";

  it.each([
    ["no signature", {}],
    ["the signature of another body", signed(`${body.slice(0, -1)},"more":1}`)],
    ["a signature by another key", signed(body, "signkey-test-ffff")],
    ["a signature ten minutes old", signed(body, signingKey, Date.now() - 600_000)],
    ["an invalid signature", { "x-inngest-signature": "t=1" }],
  ])("with %s are rejected with 401", async (_, headers) => {
    const response = await call("POST", body, headers, query);
    expect([response.status, await response.json()]).toEqual([401, { message: "Unauthorized" }]);
  });

  it.each([signingKey, olderKey])("signed with either key get a signed response: %#", async (key) => {
    const response = await call("POST", body, signed(body, key), query);
    expect(response.status).not.toBe(401);
    const [, seconds, mac] =
      /^t=(\d+)&s=([0-9a-f]{64})$/.exec(response.headers.get("x-inngest-signature") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(mac).toBeDefined();
  });

  it("with an invalid delivery id are rejected with an error that names deliveryId", async () => {
    const response = await call("POST", body, signed(body), query);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).toMatch(/deliveryId/);
  });

  it("of an unknown function get 500 with its name", async () => {
    const response = await call("POST", body, signed(body), "?fnId=quietzone-nothing&stepId=step");
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(/quietzone-nothing/);
  });

  it("with a trust probe get 200 if signed and 401 if not", async () => {
    const probe = (headers = {}) => call("POST", "{}", headers, "?probe=trust");
    expect((await probe(signed("{}"))).status).toBe(200);
    expect((await probe()).status).toBe(401);
  });
});

it("the Inngest endpoint returns the same 404 as an unknown path if Inngest is not configured", async () => {
  const answerAt = async (path: string, method: string) => {
    const response = await answerInngest(new Request(new URL(path, address), { method }));
    const { requestId, ...body } = await response.json();
    return { status: response.status, body, hasId: requestId === response.headers.get("x-request-id") };
  };
  for (const method of ["GET", "PUT", "POST", "DELETE"]) {
    const answer = await answerAt("/api/inngest", method);
    expect(answer).toEqual(await answerAt("/api/none", method));
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" }, hasId: true });
  }
});
