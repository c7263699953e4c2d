import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { callApp } from "../support/inngest/app-calls";
import { InngestDouble } from "../support/inngest/double";
import { signatureOf } from "../support/inngest/signature";
import { type OwnServices, openOwnServices } from "../support/process/own-services";
import { sendRaw } from "../support/process/raw-http";
import { call } from "../support/public-api";
import { type DnsStub, startDnsStub } from "../support/webhooks/dns-stub";
import { openSubscriber } from "../support/webhooks/subscriber";

/** A service whose Inngest is one of its own, with keys: everything that it is asked is signed. */
const signingKey = "signkey-prod-0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";
const olderKey = "signkey-prod-00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

let inngest: InngestDouble;
let names: DnsStub;
let own: OwnServices;
let address = "";

beforeAll(async () => {
  [inngest, names] = await Promise.all([
    new InngestDouble({ signingKey, eventKey: "an-event-key" }).open(),
    startDnsStub(),
  ]);
  own = await openOwnServices(1, {
    settings: {
      ...inngest.settings,
      INNGEST_SIGNING_KEY_FALLBACK: olderKey,
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
      WEBHOOK_DNS_SERVERS: names.address,
      WEBHOOK_RETRY_BASE_SECONDS: "0.2",
    },
  });
  address = `${own.services[0]!.baseUrl}/api/inngest`;
});
afterAll(async () => {
  await inngest.close();
  await own.close();
  await names.close();
});

const plain = (method: string, body?: string, headers: Record<string, string> = {}, query = "") =>
  fetch(`${address}${query}`, { method, headers, ...(body === undefined ? {} : { body }) });

describe("/api/inngest endpoint", () => {
  it("describes the app to a signed request, and answers 401 without a signature", async () => {
    const { status, json } = await callApp(address, signingKey, { method: "GET" });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      app_id: "quietzone",
      framework: "nextjs",
      function_count: 3,
      mode: "cloud",
      event_api_origin: inngest.url,
      api_origin: inngest.url,
    });
    expect(JSON.stringify(json)).not.toMatch(/an-event-key|0f1e2d3c4b5a6978/);
    const refused = await plain("GET");
    expect([refused.status, await refused.json()]).toEqual([401, { message: "Unauthorized" }]);
  });

  it("registers the functions with the service's own address", async () => {
    const { status, json } = await inngest.sync(address);
    expect([status, json]).toEqual([200, { message: "Successfully registered", modified: true }]);
    expect(inngest.appUrl).toBe(address);
    expect(inngest.functions.map(({ id }) => id)).toEqual([
      "quietzone-fan-out-webhooks",
      "quietzone-deliver-webhook",
      "quietzone-sweep",
    ]);
    for (const { steps } of inngest.functions) expect(steps.step.runtime.url.startsWith(address)).toBe(true);
  });

  it("A11: registers BASE_URL, whatever host, scheme and query an unsigned caller sends", async () => {
    inngest.appUrl = "";
    const port = Number(new URL(address).port);
    const lies = "Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\n";
    const text = `PUT /api/inngest?probe=trust&evil=1 HTTP/1.1\r\n${lies}Connection: close\r\nContent-Length: 0\r\n\r\n`;
    // Those of the same second share the answer to the registration before.
    const appUrlAfterMany = async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => sendRaw(port, text)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      return inngest.appUrl;
    };
    await expect.poll(appUrlAfterMany, { timeout: 10_000 }).toBe(address);
    for (const { id, steps } of inngest.functions) {
      expect(steps.step.runtime.url).toBe(`${address}?fnId=${id}&stepId=step`);
    }
  });

  it("answers malformed calls with the service's error format, and HEAD like GET", async () => {
    for (const [method, body] of [
      ["POST", "{"],
      ["POST", ""],
      ["POST", "[]"],
      ["PUT", "{"],
    ] as const) {
      const answer = await plain(method, body, {}, "?fnId=quietzone-sweep&stepId=step");
      expect(answer.status).toBe(400);
      const requestId = answer.headers.get("x-request-id");
      expect(await answer.json()).toMatchObject({ code: "invalid_request", requestId });
    }
    expect((await plain("HEAD")).status).toBe(401);
    expect(
      (await plain("HEAD", undefined, { "x-inngest-signature": signatureOf("", signingKey) })).status,
    ).toBe(200);
    expect((await plain("DELETE")).headers.get("allow")).toBe("GET, HEAD, POST, PUT");
    const { output } = own.services[0]!;
    expect(output()).not.toMatch(/"level":"(?:error|fatal)"/);
  });

  it("accepts calls signed with the current or fallback key only", async () => {
    const event = {
      name: "quietzone/delivery.due",
      data: { deliveryId: crypto.randomUUID(), webhookId: crypto.randomUUID() },
    };
    const ctx = { run_id: "run", attempt: 0, stack: { stack: [], current: 0 } };
    const body = JSON.stringify({ event, events: [event], steps: {}, ctx });
    const query = "?fnId=quietzone-deliver-webhook&stepId=step";
    const type = { "content-type": "application/json" };
    for (const key of [signingKey, olderKey]) {
      const answer = await callApp(`${address}${query}`, key, { method: "POST", body });
      // Nothing is left of such a delivery.
      expect([answer.status, answer.json]).toEqual([200, {}]);
      expect(answer.headers.get("x-inngest-sdk")).toMatch(/^inngest-js:v4\./);
      expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    }
    for (const signature of [
      "",
      "t=1&s=00",
      signatureOf(body, "signkey-prod-ffff"),
      signatureOf("{}", signingKey),
    ]) {
      const answer = await plain("POST", body, { ...type, "x-inngest-signature": signature }, query);
      expect(answer.status).toBe(401);
    }
  });

  it("accepts a state of several megabytes", async () => {
    const event = {
      name: "quietzone/delivery.due",
      data: { deliveryId: crypto.randomUUID(), webhookId: crypto.randomUUID() },
    };
    const steps = { unused: { type: "data", data: "x".repeat(4 * 1024 * 1024) } };
    const ctx = { run_id: "run", attempt: 0, stack: { stack: ["unused"], current: 1 } };
    const body = JSON.stringify({ event, events: [event], steps, ctx });
    const query = "?fnId=quietzone-deliver-webhook&stepId=step";
    expect((await callApp(`${address}${query}`, signingKey, { method: "POST", body })).status).toBe(200);
  });

  it("sends errors with the header that tells Inngest whether to retry", async () => {
    const event = { name: "quietzone/delivery.due", data: { deliveryId: "none" } };
    const body = JSON.stringify({ event, events: [event], steps: {}, ctx: { run_id: "run", attempt: 0 } });
    const query = "?fnId=quietzone-deliver-webhook&stepId=step";
    const { status, headers, text } = await callApp(`${address}${query}`, signingKey, {
      method: "POST",
      body,
    });
    expect([400, 500]).toContain(status);
    expect(headers.get("x-inngest-no-retry")).toMatch(/^(?:true|false)$/);
    expect(text).not.toMatch(/node_modules\/pg|postgres(?:ql)?:\/\//);
  });
});

it("a change is delivered by signed Inngest calls only, with a retry after a failure", async () => {
  const { baseUrl } = own.services[0]!;
  const subscriber = await openSubscriber({ baseUrl }, { script: [{ status: 500 }, { status: 200 }] });
  try {
    await inngest.sync(address);
    await subscriber.newCode();
    await subscriber.settled(1, "delivered");
    await inngest.settled();
    const [first, second] = subscriber.receiver.requests;
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    expect(inngest.runsOf("deliver-webhook").map(({ status }) => status)).toEqual(["completed"]);
    expect(inngest.refused).toBe(0);
    const [sweep] = inngest.runCrons();
    await inngest.settled();
    expect(sweep?.output).toMatchObject({ missed: 0, overdue: 0 });
  } finally {
    await subscriber.receiver.close();
  }
});

it("/api/inngest returns 404 without Inngest settings", async () => {
  for (const method of ["GET", "PUT", "POST"]) {
    const body = method === "GET" ? {} : { body: "{}" };
    const answer = await fetch(`${inject("baseUrl")}/api/inngest`, { method, ...body });
    const other = await call("/api/nothing", { method, ...body });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: "not_found" });
    expect(other.status).toBe(404);
  }
});
