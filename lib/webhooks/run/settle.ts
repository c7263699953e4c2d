import { isOutOfReach } from "@/lib/platform/database-faults";
import { transaction } from "@/lib/platform/db";
import { createGatherer } from "@/lib/platform/gather";
import { log } from "@/lib/platform/log";
import { activationOf } from "../lane";
import type { AttemptRecord } from "../schema";
import { type ChangedLane, changeLanes, type LaneChange } from "./lane-change";
import { LockedFault, retryLocked } from "./retry-locked";
import type { Verdict } from "./schedule";
import type { Claim, Performed } from "./schema";
import { needsNotice, noticeStreaks } from "./streak";

/** What came of an attempt, to be stored. */
export interface Settlement {
  claim: Claim;
  verdict: Verdict;
  record: AttemptRecord;
  isFast: boolean;
  /** By `performance.now()`: the next attempt is reckoned from here. */
  endedAt: number;
}

/**
 * Only who still has the lease settles: another has it after that ended. What a pause cancelled keeps it, so that the
 * attempt is on record; it stays cancelled and counts for nothing. Deliveries are locked before lanes, each in the order
 * of their ids; one that somebody else holds is left out, and told from one whose lease is lost.
 */
const settleStatement = {
  name: "settle_deliveries",
  text: `
WITH result AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::float8[], $5::text[])
    AS result(id, token, status, delay_ms, record)),
mine AS MATERIALIZED (
  SELECT d.id, CASE WHEN d.due_at IS NULL THEN d.status
      WHEN d.activation = ${activationOf("d.webhook_id")} THEN result.status ELSE 'cancelled' END AS status
  FROM delivery AS d JOIN result ON d.id = result.id AND d.lease_token = result.token
  ORDER BY d.id FOR UPDATE OF d SKIP LOCKED),
settled AS (
  UPDATE delivery AS d SET status = mine.status, attempts = d.attempts + 1, log = d.log || result.record::jsonb,
    due_at = CASE WHEN mine.status = 'retrying' THEN now() + result.delay_ms * interval '1 millisecond' END,
    lease_token = NULL, delivered_at = CASE WHEN mine.status = 'delivered' THEN now() END
  FROM mine JOIN result ON result.id = mine.id
  WHERE d.id = mine.id
  RETURNING d.id, d.webhook_id, d.status, d.due_at),
lane AS MATERIALIZED (
  SELECT webhook_id FROM webhook_lane WHERE webhook_id IN (SELECT webhook_id FROM settled)
  ORDER BY webhook_id FOR UPDATE)
SELECT d.id, settled.status, settled.due_at AS "dueAt", lane.webhook_id IS NOT NULL AS "hasLane"
FROM result JOIN delivery AS d ON d.id = result.id AND d.lease_token = result.token
  LEFT JOIN settled ON settled.id = d.id LEFT JOIN lane ON lane.webhook_id = settled.webhook_id`,
};

interface SettledRow {
  id: string;
  /** Null: somebody else holds the delivery just now. */
  status: Verdict["status"] | "cancelled" | null;
  dueAt: Date | null;
  hasLane: boolean;
}

interface Settled {
  /** Null: the lease is lost, and with it the say. */
  performed: Performed | null;
  /** Resolves when its owner has been told of a streak; never rejects. */
  noticed: Promise<void> | undefined;
}

/** Settles with others in one transaction. */
const settleTogether: (settlement: Settlement) => Promise<Settled | "held"> = createGatherer({
  name: "settle delivery",
  ask: settleAll,
  maxBatch: 200,
  // One: the next gathers meanwhile, and two would wait for each other's lanes.
  maxRunning: 1,
  maxWaiting: 10_000,
});

/**
 * Stores what came of an attempt; null: its lease is lost. While the database does not answer, or somebody holds the
 * delivery, it is tried again: the attempt was made, and forgetting it would repeat it.
 */
export async function settle(settlement: Settlement): Promise<Performed | null> {
  const { performed, noticed } = await retryLocked(settlement.claim, async () => {
    const settled = await settleTogether(settlement);
    if (settled === "held") throw new LockedFault();
    return settled;
  });
  // Outside of the trip: nobody else's result waits for a webhook that is paused.
  await noticed;
  return performed;
}

async function settleAll(settlements: readonly Settlement[]): Promise<(Settled | "held")[]> {
  const { rowOf, lanes } = await transaction(async (tx) => {
    const { rows } = await tx.query<SettledRow>({ ...settleStatement, values: valuesOf(settlements) });
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    const changes = settlements.flatMap((settlement) => changeOf(settlement, rowOf.get(settlement.claim.id)));
    return { rowOf, lanes: changes.length === 0 ? [] : await changeLanes(tx, changes) };
  });
  const suspects = lanes.filter(needsNotice);
  const noticed = suspects.length === 0 ? undefined : notice(suspects);
  return settlements.map(({ claim }) => {
    const row = rowOf.get(claim.id);
    if (row === undefined) return { performed: null, noticed: undefined };
    const { status, dueAt } = row;
    if (status === null) return "held";
    const isSuspect = suspects.some(({ webhookId }) => webhookId === claim.webhookId);
    return { performed: { status, dueAt }, noticed: isSuspect ? noticed : undefined };
  });
}

function valuesOf(settlements: readonly Settlement[]): unknown[] {
  const now = performance.now();
  return [
    settlements.map(({ claim }) => claim.id),
    settlements.map(({ claim }) => claim.leaseToken),
    settlements.map(({ verdict }) => verdict.status),
    settlements.map(({ verdict: { delayMs }, endedAt }) =>
      delayMs === null ? null : Math.max(0, delayMs - (now - endedAt)),
    ),
    settlements.map(({ record }) => JSON.stringify(record)),
  ];
}

function changeOf({ claim, record, isFast }: Settlement, row: SettledRow | undefined): LaneChange[] {
  if (!row?.status || !row.hasLane) return [];
  const { webhookId, isByHand } = claim;
  const outcome = { ending: row.status, isByHand, isFast, startedAt: new Date(record.startedAt) };
  return [{ webhookId, outcome }];
}

/** The results are stored, whatever happens here: the next failure and the sweep do what fails. */
async function notice(lanes: readonly ChangedLane[]): Promise<void> {
  await noticeStreaks(lanes).catch((err: unknown) => {
    if (isOutOfReach(err)) return;
    log.error({ err }, "failing webhooks could not be paused, or their owners told; the sweep will");
  });
}
