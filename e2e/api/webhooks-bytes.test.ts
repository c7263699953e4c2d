import { spawnSync } from "node:child_process";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { toSigningSecret } from "@/lib/webhooks/secret";
import { newClient } from "../support/public-api";
import type { Received } from "../support/webhooks/receiver";
import {
  allKinds,
  envelopeOf,
  openSubscriber,
  type Subscriber,
  type SubscriberOptions,
} from "../support/webhooks/subscriber";

/** Names and contents that another encoding, another number or another order of keys would change. */
const awkward = [
  "line\u2028and paragraph\u2029",
  "👩🏽‍🍳 Größe, e\u0301 and é, 𝄞, \u{10ffff}",
  '{"b":1.0,"a":1e21,"10":-0,"9":12345678901234567890}',
  "__proto__",
  '"</script>\\u0041\\ud83d\\/\\\\',
  "0.30000000000000004",
  "\ufeffmark of order, \u200d joiner, \u202e other way",
];

const opened: Subscriber[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ receiver }) => receiver.close()));
});

async function open(options: SubscriberOptions): Promise<Subscriber> {
  const subscriber = await openSubscriber({ baseUrl: inject("baseUrl") }, { host: "127.0.0.1", ...options });
  opened.push(subscriber);
  return subscriber;
}

interface Verdict {
  plain: boolean;
  standard: boolean[];
  data: { name?: string };
}

function verifyInPython(secret: string, requests: readonly Received[]): Verdict[] {
  const input = requests.map(({ headers, body }) => ({ secret, headers, body: body.toString("base64") }));
  const { stdout, stderr } = spawnSync("python3", ["e2e/support/webhooks/verify-deliveries.py"], {
    input: JSON.stringify(input),
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** By the library of Standard Webhooks, which is given the signing secret as it is; throws unless it is genuine. */
function verifyByLibrary(signingSecret: string, { headers, body }: Received): unknown {
  return new Webhook(signingSecret).verify(body, headers as Record<string, string>);
}

/** The first attempt of each event is refused, so that there is a second. */
function refuseOnce() {
  const seen = new Set<unknown>();
  return ({ headers }: Received) => {
    const status = seen.has(headers["webhook-id"]) ? 200 : 500;
    seen.add(headers["webhook-id"]);
    return { status };
  };
}

it("W13: stored bodies are signed and sent byte for byte at every attempt, and verify in Python and Standard Webhooks", async () => {
  const subscriber = await open({ events: allKinds, script: refuseOnce() });
  const codes = awkward.map((text) => ({ name: text, type: "text", content: text }));
  const { created } = await subscriber.ask<{ created: unknown[] }>("POST", "/qr-codes/bulk", {
    qrCodes: codes,
  });
  expect(created).toHaveLength(awkward.length);
  const code = await subscriber.newCode(awkward[1]);
  await fetch(`${inject("baseUrl")}${new URL(code.shortUrl).pathname}`, {
    redirect: "manual",
    headers: {
      "user-agent": `Mozilla/5.0 \u00e9 ${"x".repeat(496)}\u00f0\u009f\u0098\u0080`,
      "x-forwarded-for": newClient(),
    },
  });
  await subscriber.changeCode(code.id, { name: awkward[0] });
  await subscriber.deleteCode(code.id);
  const events = awkward.length + 4;
  const requests = await subscriber.receiver.waitFor(2 * events);
  await subscriber.settled(events, "delivered");
  expect(requests).toHaveLength(2 * events);

  const { rows } = await sql.query<{ id: string; body: string }>(
    "SELECT 'evt_' || replace(id::text, '-', '') AS id, body FROM event WHERE $1 = ANY(webhook_ids)",
    [subscriber.webhookId],
  );
  const stored = new Map(rows.map(({ id, body }) => [id, body]));
  expect(stored.size).toBe(events);
  const verdicts = verifyInPython(subscriber.secret, requests);
  requests.forEach((request, at) => {
    const id = String(request.headers["webhook-id"]);
    const body = stored.get(id) ?? "";
    expect(Buffer.compare(request.body, Buffer.from(body, "utf8")), id).toBe(0);
    // Throws at half of a surrogate pair, which PHP refuses to read.
    Object.values(envelopeOf(request).data).map(String).forEach(encodeURIComponent);
    expect(Object.keys(envelopeOf(request))).toEqual(["id", "type", "timestamp", "sandbox", "data"]);
    expect(envelopeOf(request).id).toBe(id);
    expect(verifyByLibrary(subscriber.signingSecret, request)).toEqual(JSON.parse(body));
    expect(verdicts[at]).toEqual({ plain: true, standard: [true], data: JSON.parse(body).data });
  });
  const named = verdicts.map(({ data }) => data.name);
  for (const name of awkward) expect(named.filter((one) => one === name).length).toBeGreaterThanOrEqual(2);
});

it("W13: a lone surrogate is refused before it reaches a webhook", async () => {
  const subscriber = await open({ events: allKinds });
  const halves = await fetch(`${inject("baseUrl")}/api/v1/qr-codes`, {
    method: "POST",
    headers: { authorization: `Bearer ${subscriber.apiKey}`, "content-type": "application/json" },
    body: '{"name":"half \\ud83d","type":"text","content":"x"}',
  });
  expect(halves.status).toBe(400);
  await subscriber.newCode("whole 😀");
  const [request] = await subscriber.receiver.waitFor(1);
  expect(envelopeOf(request as Received).data.name).toBe("whole 😀");
});

it("W14: each attempt has its own timestamp, and both secrets sign during a rotation", async () => {
  const subscriber = await open({ script: refuseOnce() });
  const secret = await subscriber.rotateSecret(600);
  const sentFrom = Math.floor(Date.now() / 1000);
  await subscriber.newCode(awkward[0]);
  const requests = await subscriber.receiver.waitFor(2);
  const [fresh, old] = [secret, subscriber.secret].map((key) => verifyInPython(key, requests));
  expect(fresh?.map(({ plain, standard }) => ({ plain, standard }))).toEqual(
    requests.map(() => ({ plain: true, standard: [true, false] })),
  );
  expect(old?.map(({ plain, standard }) => ({ plain, standard }))).toEqual(
    requests.map(() => ({ plain: false, standard: [false, true] })),
  );
  for (const request of requests) {
    const stamp = Number(request.headers["webhook-timestamp"]);
    expect(stamp).toBeGreaterThanOrEqual(sentFrom);
    expect(stamp).toBeLessThanOrEqual(Math.floor(request.arrivedAt / 1000));
    for (const key of [secret, subscriber.secret]) verifyByLibrary(toSigningSecret(key), request);
    const later = { ...request.headers, "webhook-timestamp": String(stamp + 1) };
    const otherId = { ...request.headers, "webhook-id": `${request.headers["webhook-id"]}0` };
    const replayed = { ...request.headers, "webhook-timestamp": String(stamp - 301) };
    for (const headers of [later, otherId, replayed]) {
      expect(() => verifyByLibrary(toSigningSecret(secret), { ...request, headers })).toThrow();
    }
  }
});
