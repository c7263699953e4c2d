import { setTimeout as sleep } from "node:timers/promises";
import { sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { noStreak } from "./lane";
import { fanOut } from "./run/fan-out";
import { mostEventsTogether } from "./run/schema";

/** SQL, true while the deliveries of a restored database wait for the operator's word. */
export const isHeld = "(EXISTS (SELECT FROM delivery_hold))";

/**
 * Of all webhooks: what failed before counts no more. Nothing was tried while the database lay in a file or its deliveries
 * were held, so that time pauses nobody. Locked in their order, as whoever fans out does.
 */
export const forgetStreaks = `WITH lane AS MATERIALIZED (
    SELECT webhook_id FROM webhook_lane WHERE consecutive_failures > 0 ORDER BY webhook_id FOR NO KEY UPDATE)
  UPDATE webhook_lane SET ${noStreak} WHERE webhook_id IN (SELECT webhook_id FROM lane)`;

/** So long is waited for who changes webhooks, whose events can't be fanned out meanwhile. */
const patienceMs = 30_000;
const busyMs = 20;

/** Rows of one short statement. */
const rowsTogether = 2_000;
const firstId = "00000000-0000-0000-0000-000000000000";

/** What becomes of what waited when the database was backed up. */
export const releases = ["send", "drop"] as const;

/** Since when nothing is sent; null: nothing is held. */
export async function describeHold(): Promise<Date | null> {
  const { rows } = await sql.query<{ until: Date }>("SELECT until FROM delivery_hold");
  return rows[0]?.until ?? null;
}

/** Says at start that deliveries are held, and how they go on. */
export async function warnOfHold(): Promise<void> {
  if ((await describeHold()) === null) return;
  log.warn(
    {},
    "deliveries of webhooks are held since this database was restored; none goes out until the operator's command deliveries:release",
  );
}

/** Of events that the backup held, whoever has fanned them out since; what an owner repeats by hand since then is new. */
const dropDeliveries = {
  name: "drop_held_deliveries",
  text: `WITH lot AS MATERIALIZED (
      SELECT id, event_id, retry_of, created_at FROM delivery WHERE due_at IS NOT NULL AND id > $2
      ORDER BY id LIMIT ${rowsTogether} FOR UPDATE),
    old AS MATERIALIZED (
      SELECT lot.id FROM lot LEFT JOIN event ON event.id = lot.event_id
      WHERE lot.created_at <= $1 OR (lot.retry_of IS NULL AND event.created_at <= $1)),
    dropped AS (
      UPDATE delivery SET status = 'cancelled', due_at = NULL, lease_token = NULL
      WHERE id = ANY(ARRAY(SELECT id FROM old)) RETURNING id)
    SELECT (SELECT count(*)::int FROM lot) AS looked, (SELECT count(*)::int FROM dropped) AS dropped,
      (SELECT id FROM lot ORDER BY id DESC LIMIT 1) AS last`,
};

const findEvents = {
  name: "find_held_events",
  text: "SELECT FROM event WHERE fanned_out_at IS NULL AND created_at <= $1 LIMIT 1",
};

/**
 * Makes the deliveries of what the backup held, so that owners find each in their log. Throws a sentence where somebody
 * keeps a webhook from it.
 */
async function fanOutHeld(until: Date): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let after: string | undefined; ; ) {
    const { events, left, last } = await fanOut({ after });
    after = events + left === mostEventsTogether && last !== null ? last : undefined;
    if (after !== undefined) continue;
    const { rowCount } = await sql.query({ ...findEvents, values: [until] });
    if (rowCount === 0) return;
    if (performance.now() > deadline) {
      throw new Error(
        "Webhooks are being changed all the time; deliveries are still held. Ask for it again.",
      );
    }
    await sleep(busyMs);
  }
}

async function dropAll(until: Date): Promise<number> {
  let dropped = 0;
  for (let after: string = firstId; ; ) {
    const { rows } = await sql.query<{ looked: number; dropped: number; last: string }>({
      ...dropDeliveries,
      values: [until, after],
    });
    const some = rows[0] as { looked: number; dropped: number; last: string };
    dropped += some.dropped;
    if (some.looked < rowsTogether) return dropped;
    after = some.last;
  }
}

/**
 * Ends the hold: what the backup held goes out, or is cancelled first; what has happened since goes out in any case. Null:
 * nothing was held. A drop that dies on the way leaves the hold, and can be asked for again.
 */
export async function releaseHold(what: (typeof releases)[number]): Promise<{ dropped: number } | null> {
  const until = await describeHold();
  if (until === null) return null;
  let dropped = 0;
  if (what === "drop") {
    await fanOutHeld(until);
    dropped = await dropAll(until);
  }
  await transaction(async (tx) => {
    await tx.query(forgetStreaks);
    await tx.query("DELETE FROM delivery_hold");
  });
  return { dropped };
}
