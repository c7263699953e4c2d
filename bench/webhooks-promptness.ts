import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { insertAccounts, insertKeys } from "@/e2e/support/tenants";
import { permissions } from "@/lib/accounts/schema";
import type { Heard } from "./peers/subscriber";
import { type ServiceSubject, startService } from "./processes";
import { formatMs, interleave, percentile, type Ratio } from "./report";
import { besideService } from "./short-codes";

const rounds = 3;
/** Of one round, evenly spread; an account has room for them all. */
const changes = 100;
const perSecond = 20;
const waitingEvents = 10_000;
const arriveWithinMs = 10_000;

/** A receiver in a process of its own. */
export interface BenchReceiver {
  url: string;
  /** What has come since the last time. */
  take(): Promise<Heard[]>;
}

interface Account {
  authorization: string;
  webhookId: string;
}

/**
 * Milliseconds from a change's answer until its event is at the receiver, by the one clock of this machine: quiet, and
 * while 10,000 events of another account wait for an endpoint that takes requests and says nothing.
 */
export async function measurePromptness(receiver: BenchReceiver): Promise<Ratio[]> {
  const service = await startService({ WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" });
  return besideService(service, async (pool) => {
    const [quiet, beside, hanging] = await Promise.all([
      openAccount(service, pool, receiver.url),
      openAccount(service, pool, receiver.url),
      openAccount(service, pool, `${receiver.url}hang`),
    ]);
    const delays = await interleave(rounds, {
      quiet: () => timeChanges(service, quiet, receiver),
      beside: async () => {
        await letEventsWait(pool, hanging);
        const times = await timeChanges(service, beside, receiver);
        await changeWebhook(service, hanging, false);
        await changeWebhook(service, hanging, true);
        return times;
      },
    });
    const p99 = percentile(delays.quiet.flat(), 0.99);
    const besideP99 = percentile(delays.beside.flat(), 0.99);
    return [
      {
        what: `p99 in s from a change's answer to its event at the receiver, at ${perSecond}/s; peer: their median`,
        ours: formatMs(p99),
        peer: formatMs(percentile(delays.quiet.flat(), 0.5)),
        ratio: p99 / 1_000,
        aim: null,
      },
      {
        what: `the same p99 beside ${waitingEvents} events that wait for a hanging endpoint : quiet`,
        ours: formatMs(besideP99),
        peer: formatMs(p99),
        ratio: besideP99 / p99,
        aim: { atMost: 3 },
      },
    ];
  });
}

/** One call of the authenticated interface. */
async function call<T>(
  { origin }: ServiceSubject,
  authorization: string,
  [method, path]: [string, string],
  body: object,
): Promise<T> {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}

async function openAccount(service: ServiceSubject, pool: pg.Pool, url: string): Promise<Account> {
  const [accountId] = (await insertAccounts(pool, ["pro"])) as [string];
  const [key] = await insertKeys(pool, [{ accountId, environment: "production", permissions }]);
  const authorization = `Bearer ${key!.apiKey}`;
  const wanted = { name: "Bench", url, events: ["qr.created"] };
  const { id } = await call<{ id: string }>(service, authorization, ["POST", "/webhooks"], wanted);
  return { authorization, webhookId: id };
}

async function changeWebhook(service: ServiceSubject, account: Account, isActive: boolean): Promise<void> {
  await call(service, account.authorization, ["PUT", `/webhooks/${account.webhookId}`], { isActive });
}

/** Returns when all of them are deliveries and the endpoint hangs with the first. */
async function letEventsWait(pool: pg.Pool, { webhookId }: Account): Promise<void> {
  await pool.query(
    `INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations)
     SELECT gen_random_uuid(), account_id, environment, 'qr.created',
       json_build_object('id', 'evt_' || n, 'data', json_build_object('id', n, 'note', repeat('quiet ', 100)))::text,
       ARRAY[id], ARRAY[generation]
     FROM webhook, generate_series(1, $2::int) AS n WHERE id = $1`,
    [webhookId, waitingEvents],
  );
  await pool.query("SELECT pg_notify('quietzone_events', '')");
  const selectState = `SELECT (SELECT count(*)::int FROM event WHERE fanned_out_at IS NULL) AS waiting,
    (SELECT count(*)::int FROM delivery WHERE webhook_id = $1 AND lease_token IS NOT NULL) AS hanging`;
  for (;;) {
    const { rows } = await pool.query<{ waiting: number; hanging: number }>(selectState, [webhookId]);
    if (rows[0]!.waiting === 0 && rows[0]!.hanging > 0) return;
    await sleep(50);
  }
}

/** Makes codes one after the other at an even pace; resolves when the last event is there. */
async function timeChanges(
  service: ServiceSubject,
  account: Account,
  receiver: BenchReceiver,
): Promise<number[]> {
  const answeredAt = new Map<string, number>();
  const start = performance.now();
  for (let place = 0; place < changes; place += 1) {
    await sleep(Math.max(0, start + (place * 1_000) / perSecond - performance.now()));
    const body = {
      name: `Table ${place}`,
      type: "url",
      content: "https://example.com/menu",
      isDynamic: true,
    };
    const code = await call<{ id: string }>(service, account.authorization, ["POST", "/qr-codes"], body);
    answeredAt.set(code.id, performance.timeOrigin + performance.now());
  }
  const delays: number[] = [];
  const deadline = performance.now() + arriveWithinMs;
  while (delays.length < changes) {
    if (performance.now() > deadline) throw new Error(`${delays.length} of ${changes} events have arrived`);
    for (const { codeId, arrivedAt } of await receiver.take()) {
      const answered = answeredAt.get(codeId);
      // An event may be there before the answer is read: then it took no time.
      if (answered !== undefined) delays.push(Math.max(0, arrivedAt - answered));
    }
    await sleep(20);
  }
  return delays;
}
