import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { counter } from "@/lib/platform/metrics";
import { nextDueOf, runningOf } from "../lane";
import { type Lane, setLanesDue } from "../run/claim";

/** Clocks and milliseconds aside, a lane is due no later than something of it can be claimed. */
const grace = "interval '1 second'";

const woken = counter({
  name: "quietzone_webhook_lanes_woken_total",
  help: "Webhooks whose deliveries would have been begun late or never and were found by the sweep: each is a fault.",
});

/** A lane with a free slot is to wake for what is due next of it, another for the end of a lease. */
const findAsleep = {
  name: "find_lanes_asleep",
  text: `SELECT l.webhook_id AS "webhookId", l.slots
    FROM webhook_lane AS l JOIN webhook AS w ON w.id = l.webhook_id AND w.is_active
    CROSS JOIN LATERAL ${nextDueOf("w.id", "w.activation")} AS next
    CROSS JOIN LATERAL ${runningOf("w.id", "w.activation")} AS running
    WHERE ($1::uuid[] IS NULL OR l.webhook_id = ANY($1::uuid[]))
      AND (l.due_at IS NULL OR l.due_at > ${grace} + greatest(clock_timestamp(),
        CASE WHEN running.count >= l.slots THEN running.first_end ELSE next.due_at END))`,
};

const lockAsleep = {
  name: "lock_lanes_asleep",
  text: "SELECT webhook_id AS id FROM webhook_lane WHERE webhook_id = ANY($1::uuid[]) ORDER BY webhook_id FOR UPDATE SKIP LOCKED",
};

/**
 * Finds webhooks with open deliveries whose lanes would not wake for them, and wakes them: the net below everything that
 * has to keep `due_at` of a lane. Resolves with how many there were, which is to be 0.
 */
export async function wakeLanes(): Promise<number> {
  const { rows: suspects } = await sql.query<Lane>({ ...findAsleep, values: [null] });
  if (suspects.length === 0) return 0;
  const count = await transaction((tx) => wakeThese(tx, suspects));
  if (count === 0) return 0;
  woken.inc(count);
  log.error({ count }, "webhooks would not have woken for what is due of them; they were woken");
  return count;
}

/** Judged anew under the lock: they may have been on the way from one state to another. */
async function wakeThese(tx: Transaction, suspects: readonly Lane[]): Promise<number> {
  const ids = suspects.map(({ webhookId }) => webhookId);
  const { rows: locked } = await tx.query<{ id: string }>({ ...lockAsleep, values: [ids] });
  const { rows: asleep } = await tx.query<Lane>({ ...findAsleep, values: [locked.map(({ id }) => id)] });
  if (asleep.length > 0) await setLanesDue(tx, asleep);
  return asleep.length;
}
