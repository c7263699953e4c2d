import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InngestDouble } from "../e2e/support/inngest/double";
import { signatureOf } from "../e2e/support/inngest/signature";
import { createAnswer } from "./answer";
import { createClient } from "./client";

vi.stubEnv("INNGEST_DEV", "1");
vi.stubEnv("INNGEST_CONCURRENCY", "40");

const baseUrl = "https://qr.example.com";
const signingKey = "signkey-test-0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";
const olderKey = "signkey-test-00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

const clientOf = (url: string, key = signingKey) =>
  createClient({
    eventKey: "k",
    signingKey: key,
    signingKeyFallback: olderKey,
    baseUrl: url,
    isDev: false,
  });

const answering = (url: string, key = signingKey) => createAnswer(clientOf(url, key), baseUrl);

const put = (address: string, headers: Record<string, string> = {}, body?: string) =>
  new Request(address, { method: "PUT", headers, ...(body === undefined ? {} : { body }) });

describe("the callback URL registered at Inngest", () => {
  let server: InngestDouble;
  beforeEach(async () => {
    server = await new InngestDouble({ signingKey }).open();
  });
  afterEach(() => server.close());

  it.each([
    ["another host", put("https://evil.example/api/inngest", { host: "evil.example" })],
    ["another port and scheme", put("http://localhost:9/api/inngest", { host: "localhost:9" })],
    [
      "proxy headers",
      put(`${baseUrl}/api/inngest`, { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" }),
    ],
    ["another path", put(`${baseUrl}/api/other/inngest`)],
    ["a query", put(`${baseUrl}/api/inngest?probe=trust&fnId=quietzone-sweep&stepId=x&deployId=1&evil=1`)],
    [
      "a URL in its body",
      put(`${baseUrl}/api/inngest`, {}, JSON.stringify({ url: "https://evil.example/api/inngest" })),
    ],
  ])("A11: comes from BASE_URL even if the request has %s", async (_, request) => {
    const response = await answering(server.url)(request);
    expect([response.status, await response.json()]).toEqual([
      200,
      { message: "Successfully registered", modified: true },
    ]);
    expect(server.appUrl).toBe(`${baseUrl}/api/inngest`);
    expect(server.functions.map(({ steps }) => steps.step.runtime.url)).toEqual(
      ["fan-out-webhooks", "deliver-webhook", "sweep"].map(
        (name) => `${baseUrl}/api/inngest?fnId=quietzone-${name}&stepId=step`,
      ),
    );
  });

  it("A11: comes from BASE_URL in an in-band response, with the same serve origin and path", async () => {
    const body = JSON.stringify({ url: "https://evil.example/elsewhere" });
    const signed = { "x-inngest-signature": signatureOf(body, signingKey) };
    const inBand = { ...signed, "x-inngest-sync-kind": "in_band" };
    const response = await answering(server.url)(put("https://evil.example/api/inngest", inBand, body));
    const told = await response.json();
    expect(told).toMatchObject({
      url: `${baseUrl}/api/inngest`,
      inspection: { serve_origin: baseUrl, serve_path: "/api/inngest" },
    });
    expect(JSON.stringify(told)).not.toContain("evil");
  });

  it("has the concurrency that INNGEST_CONCURRENCY sets: for deliveries, and an eighth of it for fan-outs", async () => {
    await answering(server.url)(put(`${baseUrl}/api/inngest`));
    const registered = Object.fromEntries(server.functions.map(({ id, concurrency }) => [id, concurrency]));
    expect(registered).toMatchObject({
      "quietzone-deliver-webhook": [{ key: "event.data.webhookId", limit: 1 }, { limit: 40 }],
      "quietzone-fan-out-webhooks": 5,
    });
  });
});

/** An Inngest that answers when it is told to. */
interface Held {
  url: string;
  /** Names by which it was called. */
  callers: (string | undefined)[];
  server: Server;
  answer(status?: number): void;
}

async function openHeld(): Promise<Held> {
  const waiting: (() => void)[] = [];
  const held: Held = { url: "", callers: [], answer: () => {}, server: createServer() };
  let status = 0;
  held.answer = (given = 200) => {
    status = given;
    for (const go of waiting.splice(0)) go();
  };
  held.server.on("request", (request, response) => {
    held.callers.push(request.headers.authorization);
    const go = () =>
      response.writeHead(status).end(JSON.stringify({ ok: true, status, modified: true, error: "Told" }));
    if (status === 0) waiting.push(go);
    else go();
  });
  held.server.listen(0, "127.0.0.1");
  await once(held.server, "listening");
  held.url = `http://127.0.0.1:${(held.server.address() as AddressInfo).port}`;
  return held;
}

describe("concurrent registrations", () => {
  let held: Held;
  beforeEach(async () => {
    held = await openHeld();
  });
  afterEach(() => {
    held.server.close();
    held.server.closeAllConnections();
  });

  const come = (answer: ReturnType<typeof answering>, count: number) =>
    Array.from({ length: count }, (_, number) => answer(put(`${baseUrl}/api/inngest?deployId=${number}`)));

  it("share one call to Inngest and its response with those that follow within a second", async () => {
    const answer = answering(held.url);
    const first = come(answer, 50);
    while (held.callers.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const later = come(answer, 50);
    held.answer();
    const answers = await Promise.all([...first, ...later, ...come(answer, 50)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const told = await Promise.all(answers.map((each) => each.text()));
    expect(new Set(told)).toEqual(new Set([JSON.stringify({ message: "Told", modified: true })]));
    expect(held.callers.length).toBe(1);
  });

  it("get a signed response only if their own request was signed", async () => {
    const answer = answering(held.url);
    held.answer();
    const signed = { "x-inngest-signature": signatureOf("{}", signingKey) };
    const answers = await Promise.all([
      answer(put(`${baseUrl}/api/inngest`)),
      answer(put(`${baseUrl}/api/inngest`, signed, "{}")),
    ]);
    expect(answers.map(({ headers }) => headers.has("x-inngest-signature"))).toEqual([false, true]);
    expect(held.callers.length).toBe(1);
  });

  it("try each of the two keys once if Inngest answers 401", async () => {
    const answer = answering(held.url);
    held.answer(401);
    await Promise.all(come(answer, 20));
    expect(new Set(held.callers).size).toBe(2);
    expect(held.callers.length).toBe(2);
  });

  it("call Inngest again a second later", async () => {
    const answer = answering(held.url);
    held.answer();
    await Promise.all(come(answer, 5));
    const callsAfterAnother = async () => {
      await Promise.all(come(answer, 1));
      return held.callers.length;
    };
    await expect.poll(callsAfterAnother, { timeout: 5_000 }).toBe(2);
  });
});

it("12 calls to Inngest at once cause no warning about listeners", async () => {
  const held = await openHeld();
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on("warning", note);
  const client = clientOf(held.url);
  const sent = Array.from({ length: 12 }, () => client.send({ name: "test", data: {} }));
  await expect.poll(() => held.callers.length).toBe(12);
  held.answer();
  await Promise.allSettled(sent);
  process.off("warning", note);
  held.server.close();
  held.server.closeAllConnections();
  expect(warnings).toEqual([]);
});
