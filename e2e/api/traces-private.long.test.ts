import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { openServices } from "../support/process/services";
import { isOf, openTracedStage, type TracedStage } from "../support/traced-stage";

const services = openServices();
let traced: TracedStage;

/** What a visitor or a customer sends, in a word that stands nowhere else. */
const canaries = {
  visitor: "203.0.113.77",
  agent: "canaryphone/7.1",
  content: "canary-content.example",
  name: "canary-name",
  query: "canary-query",
  path: "canary-path",
  body: "canary-body",
  cookie: "canary-cookie",
  referer: "canary-referer",
  email: "canary-mail@example.com",
  password: "canary-password",
  hookPath: "canary-hook-path",
  hookQuery: "canary-hook-query",
  answer: "canary-answer",
  state: "canarystate",
  header: "canary-collector-key",
};

const told = {
  "x-forwarded-for": canaries.visitor,
  "user-agent": canaries.agent,
  cookie: `session=${canaries.cookie}`,
  referer: `https://${canaries.referer}.example/`,
  tracestate: `canary=${canaries.state}`,
  baggage: `canary=${canaries.state}`,
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
};

async function send(path: string, init: RequestInit = {}): Promise<number> {
  const headers = { ...told, ...(init.headers as Record<string, string>) };
  return (
    await traced.ask(`${path}${path.includes("?") ? "&" : "?"}q=${canaries.query}`, { ...init, headers })
  ).status;
}

beforeAll(async () => {
  traced = await openTracedStage(services, {
    WORKER: "server",
    TRUSTED_PROXIES: "127.0.0.1, ::1",
    OTEL_EXPORTER_OTLP_HEADERS: `api-key=${canaries.header}`,
  });
});
afterAll(() => traced.close());

describe("O5: private data in traces", () => {
  it("of a visitor, customer, receiver or error is not sent", async () => {
    const { subscriber, collector } = traced;
    const authorization = `Bearer ${subscriber.apiKey}`;
    const json = { authorization, "content-type": "application/json" };
    const { hostname, port } = new URL(subscriber.receiver.urlOf("hooks.example.test"));
    const url = `https://${hostname}:${port}/${canaries.hookPath}?token=${canaries.hookQuery}`;
    await subscriber.change({ url });
    subscriber.receiver.respond({ status: 500, body: canaries.answer });
    const content = `https://${canaries.content}/${canaries.path}`;
    const code = { name: canaries.name, type: "url", content, isDynamic: true };
    const made = await subscriber.ask<{ id: string; shortUrl: string }>("POST", "/qr-codes", code);
    const { pathname } = new URL(made.shortUrl);
    expect(
      await send(pathname, {
        headers: {
          "user-agent": `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1 ${canaries.agent}`,
        },
      }),
    ).toBe(302);
    expect(
      await send("/api/v1/qr-codes", { method: "POST", headers: json, body: JSON.stringify(code) }),
    ).toBe(201);
    const broken = `{"name":"${canaries.body}"`;
    expect(await send("/api/v1/webhooks", { method: "POST", headers: json, body: broken })).toBe(400);
    expect(await send(`/api/v1/qr-codes/${canaries.path}`, { headers: { authorization } })).toBeGreaterThan(
      399,
    );
    expect(await send(`/api/${canaries.path}`)).toBe(404);
    expect(await send(`/${canaries.path}/${canaries.name}`)).toBe(404);
    expect(await send(`/codes/${canaries.path}`)).toBeGreaterThan(299);
    expect(await send("/sign-in", { headers: { "next-action": canaries.path } })).toBe(200);
    const form = new URLSearchParams({ email: canaries.email, password: canaries.password });
    const own = { origin: traced.stage.baseUrl, "content-type": "application/x-www-form-urlencoded" };
    await send("/api/auth/callback/credentials", { method: "POST", headers: own, body: form.toString() });
    await sql.query("ALTER TABLE webhook RENAME TO webhook_away");
    expect(await send("/api/v1/webhooks", { headers: { authorization } })).toBe(500);
    await sql.query("ALTER TABLE webhook_away RENAME TO webhook");
    await collector.find("of the scan's delivery", isOf("deliver scan.created", { status: 2 }));
    const last = await traced.ask("/api/v1/webhooks");
    await traced.requestSpan(last.requestId);
    expect(collector.spans.length).toBeGreaterThan(50);
    const [heads, bodies] = splitRaw(collector.raw);
    expect(heads).toContain(canaries.header);
    const secrets = {
      ...canaries,
      key: subscriber.apiKey,
      secret: subscriber.secret,
      code: pathname.slice(3),
    };
    const leaked = Object.entries(secrets).filter(([, word]) => bodies.includes(word));
    expect(leaked).toEqual([]);
  });

  it("is not sent in attributes for URLs, clients or statements, nor in events or messages", async () => {
    const names = new Set(traced.collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect(
      [...names].filter((name) =>
        /url\.(?:full|path|query)|target|client|user|peer|agent|statement/.test(name),
      ),
    ).toEqual([]);
    expect(traced.collector.raw).not.toContain('"events":[{');
    expect(traced.collector.raw).not.toMatch(/"status":\{[^}]*"message"/);
  });
});

/** Heads are ours and the operator's: the key that the collector asks for is among them. */
function splitRaw(raw: string): [string, string] {
  const lines = raw.split("\n");
  const isBody = (line: string) => line.startsWith("{");
  return [lines.filter((line) => !isBody(line)).join("\n"), lines.filter(isBody).join("\n")];
}
