import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { hourMs, Tallies, type Tally } from "./tally";

/** Uses gather for so long before they are written together; after a write that failed, for longer. */
const gatherMs = 1_000;
const retryMs = 5_000;

/** Keys and hours that wait at most: some 6 MiB. While the database is away no request gets far enough to be counted. */
const maxWaiting = 20_000;

const uses = oncePerProcess("api-uses", () => ({
  waiting: new Tallies(maxWaiting),
  timer: undefined as NodeJS.Timeout | undefined,
  writing: Promise.resolve(),
  isFailing: false,
}));

/**
 * Counts a request with a key by how it was answered. Costs the request no wait: it is written about a second later, so
 * a process that is killed loses that second. Of a caller without a key nothing is counted.
 */
export function noteUse(caller: Caller, status: number, nowMs = Date.now()): void {
  const { key, accountId, environment } = caller;
  if (key === null) return;
  uses.waiting.add({
    accountId,
    environment,
    keyId: key.id,
    hourMs: nowMs - (nowMs % hourMs),
    requests: 1,
    refused: status >= 400 && status < 500 && status !== 429 ? 1 : 0,
    limited: status === 429 ? 1 : 0,
    failed: status >= 500 ? 1 : 0,
  });
  writeAfter(gatherMs);
}

/**
 * Writes what was counted so far. Never rejects: what could not be written is kept and written later. A connection that
 * breaks between a commit and its confirmation leaves that second counted twice.
 */
export function flushUses(): Promise<void> {
  clearTimeout(uses.timer);
  uses.timer = undefined;
  // One after the other, so that whoever waits for this has everything written that was counted before.
  uses.writing = uses.writing.then(writeUses);
  return uses.writing;
}

function writeAfter(ms: number): void {
  uses.timer ??= setTimeout(() => void flushUses(), ms).unref();
}

async function writeUses(): Promise<void> {
  const tallies = uses.waiting.takeAll();
  if (tallies.length === 0) return;
  try {
    await addUp(tallies);
    if (uses.isFailing) log.info({}, "the uses of API keys are written again");
    uses.isFailing = false;
  } catch (err) {
    for (const tally of tallies) uses.waiting.add(tally);
    if (!uses.isFailing) log.warn({ err }, "the uses of API keys could not be written; they are kept");
    uses.isFailing = true;
    writeAfter(retryMs);
  }
  if (uses.waiting.lost > 0) {
    log.warn({ count: uses.waiting.lost }, "too many API keys at once: uses were not counted");
    uses.waiting.lost = 0;
  }
}

/**
 * Accounts first, rows afterwards, both in order (the sort has read every account before a row is touched): neither two
 * processes nor a deletion of an account, which locks its row before those that hang on it, can wait crosswise. What is
 * left of an account that is gone is dropped.
 */
const upsert = {
  name: "add_up_api_uses",
  text: `WITH living AS MATERIALIZED (
      SELECT id FROM account WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE)
    INSERT INTO api_use AS u (account_id, environment, key_id, hour, requests, refused, limited, failed)
    SELECT n.account_id, n.environment, n.key_id, n.hour, n.requests, n.refused, n.limited, n.failed
    FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[], $5::int[], $6::int[], $7::int[], $8::int[])
      AS n (account_id, environment, key_id, hour, requests, refused, limited, failed)
    JOIN living ON living.id = n.account_id
    ORDER BY n.account_id, n.hour, n.key_id
    ON CONFLICT (account_id, hour, key_id) DO UPDATE SET requests = u.requests + excluded.requests,
      refused = u.refused + excluded.refused, limited = u.limited + excluded.limited,
      failed = u.failed + excluded.failed`,
};

async function addUp(tallies: readonly Tally[]): Promise<void> {
  const columns = [
    tallies.map(({ accountId }) => accountId),
    tallies.map(({ environment }) => environment),
    tallies.map(({ keyId }) => keyId),
    tallies.map(({ hourMs: hour }) => new Date(hour)),
    ...(["requests", "refused", "limited", "failed"] as const).map((name) => tallies.map((one) => one[name])),
  ];
  await sql.query({ ...upsert, values: columns });
}
