import { runTransaction, sql, type Transaction, transaction } from "@/lib/platform/db";
import { isHeld } from "../hold";
import { nextClaimOf, runningOf } from "../lane";
import { Places, type Room } from "./concurrency";
import { sqlNow } from "./leases";
import type { Claim, Standing } from "./schema";
import { takeDeliveries, takeSql } from "./take";

export interface Claims {
  /** The first of each webhook, then the second of each, and so on. */
  claimed: Claim[];
  /** When there is something to claim again, by this process's clock; null: nothing waits that it has room for. */
  nextDueAt: Date | null;
}

/** A lane as it is locked. */
export interface Lane {
  webhookId: string;
  slots: number;
}

/** A lane of which something is due, and how many deliveries of it are to be claimed. */
interface DueLane extends Lane {
  accountId: string;
  standing: Standing;
  got: number;
}

/** By the database's clock, which may differ from ours. */
const untilDue = `extract(epoch FROM min(due_at) - ${sqlNow})::float8 * 1000`;

/** Of lanes that stand as a share does: whether a room has place for them, given the parameter for its full accounts. */
const hasRoom = (fullAccounts: string) => `standing = share.standing
      AND webhook_id <> ALL(ARRAY(SELECT id FROM webhook WHERE account_id = ANY(${fullAccounts}::uuid[])))`;

/** While deliveries are held nothing waits; the look of every few seconds finds when that is over. */
const peek = {
  name: "peek_lanes",
  text: `SELECT ${untilDue} AS "inMs" FROM unnest($1::text[]) AS share(standing)
    CROSS JOIN LATERAL (SELECT due_at FROM webhook_lane WHERE ${hasRoom("$2")} AND due_at IS NOT NULL
      ORDER BY due_at LIMIT 1) AS next WHERE NOT ${isHeld}`,
};

/** Those that have not had a turn for longest. */
const lockLanes = {
  name: "lock_due_lanes",
  text: `SELECT lane.webhook_id AS "webhookId", lane.slots, share.standing, webhook.account_id AS "accountId"
    FROM unnest($1::text[], $3::int[]) AS share(standing, room)
    CROSS JOIN LATERAL (
      SELECT webhook_id, slots, due_at FROM webhook_lane WHERE ${hasRoom("$2")} AND due_at <= ${sqlNow}
      ORDER BY due_at LIMIT share.room FOR UPDATE SKIP LOCKED) AS lane
    JOIN webhook ON webhook.id = lane.webhook_id
    ORDER BY lane.due_at LIMIT $4`,
};

/** Of each lane the oldest, as many as it has got. */
const takeDue = {
  name: "take_due_deliveries",
  text: takeSql(`
    SELECT due.*, row_number() OVER (ORDER BY due.turn, lane.nth) AS place
    FROM unnest($1::uuid[], $2::int[], $3::int[]) WITH ORDINALITY AS lane(webhook_id, slots, got, nth)
    JOIN webhook ON webhook.id = lane.webhook_id AND webhook.is_active
    CROSS JOIN LATERAL ${runningOf("lane.webhook_id", "webhook.activation")} AS running
    CROSS JOIN LATERAL (
      SELECT oldest.*, row_number() OVER (ORDER BY oldest.due_at, oldest.id) AS turn
      FROM (
        SELECT id, webhook_id, event_id, due_at, lost_leases + (lease_token IS NOT NULL)::int AS lost
        FROM delivery
        WHERE webhook_id = lane.webhook_id AND activation = webhook.activation AND due_at <= ${sqlNow}
        ORDER BY due_at, id LIMIT least(lane.got, greatest(lane.slots - running.count, 0))
        FOR UPDATE SKIP LOCKED) AS oldest) AS due`),
};

const setDue = {
  name: "set_lanes_due",
  text: `
WITH lane AS (
  UPDATE webhook_lane AS l SET due_at = ${nextClaimOf("locked.webhook_id", "locked.slots")}
  FROM unnest($1::uuid[], $2::int[]) AS locked(webhook_id, slots)
  WHERE l.webhook_id = locked.webhook_id
  RETURNING l.due_at, l.standing, l.webhook_id)
SELECT ${untilDue} AS "inMs" FROM unnest($3::text[]) AS share(standing) CROSS JOIN LATERAL (
  (SELECT due_at FROM webhook_lane WHERE ${hasRoom("$4")} AND due_at IS NOT NULL AND webhook_id <> ALL($1::uuid[])
    ORDER BY due_at LIMIT 1)
  UNION ALL SELECT due_at FROM lane WHERE ${hasRoom("$4")}) AS every`,
};

interface Due {
  inMs: number | null;
}

/**
 * Leases what is due to this process, at most `limit` deliveries: of each webhook the oldest, as many as it has free
 * slots, and as many as there are places for beside what the process holds. Waits for nobody: what another process holds
 * is left to it.
 */
export async function claimDeliveries(limit: number, held: readonly Claim[] = []): Promise<Claims> {
  const places = new Places(held);
  const rooms = places.rooms(limit);
  // Mostly there is nothing: that costs one statement.
  const { rows } = await sql.query<Due>({ ...peek, values: whomOf(rooms.at(-1)) });
  const inMs = rows[0]?.inMs ?? null;
  if (inMs === null || inMs > 0) return { claimed: [], nextDueAt: dateIn(inMs) };
  return await runTransaction(async (tx) => {
    const lanes = await lockDue(tx, places, rooms);
    // A statement of its own: it sees what others had claimed from these lanes before they were locked.
    const claimed = lanes.length === 0 ? [] : await takeFrom(tx, lanes);
    const left = new Places([...held, ...claimed]).rooms(limit).at(-1);
    return { claimed, nextDueAt: await setLanesDue(tx, lanes, left) };
  });
}

const lockLane = {
  name: "lock_lane_of_webhook",
  text: `SELECT slots FROM webhook_lane WHERE webhook_id = $1 AND NOT ${isHeld} FOR UPDATE`,
};

/** Leases what is due of one webhook to this process: the oldest, as many as it has free slots. */
export function claimOfWebhook(webhookId: string): Promise<Claim[]> {
  // They lock one lane, so they take turns for it here rather than in the database.
  return transaction(async (tx) => {
    const { rows } = await tx.query<{ slots: number }>({ ...lockLane, values: [webhookId] });
    const [lane] = rows;
    if (lane === undefined) return [];
    const own = { webhookId, slots: lane.slots };
    const claimed = await takeFrom(tx, [{ ...own, got: lane.slots }]);
    await setLanesDue(tx, [own]);
    return claimed;
  }, webhookId);
}

/** The lanes that get something, in the order of their turns; who gets nothing keeps its turn. */
async function lockDue(tx: Transaction, places: Places, rooms: readonly Room[]): Promise<DueLane[]> {
  for (const room of rooms) {
    const values = [...whomOf(room), room.shares.map((share) => share.room), room.limit];
    const { rows: lanes } = await tx.query<Omit<DueLane, "got">>({ ...lockLanes, values });
    if (lanes.length === 0) continue;
    const got = places.allot(lanes, room);
    return lanes.map((lane, index) => ({ ...lane, got: got[index] ?? 0 })).filter((lane) => lane.got > 0);
  }
  return [];
}

function takeFrom(tx: Transaction, lanes: readonly (Lane & Pick<DueLane, "got">)[]): Promise<Claim[]> {
  return takeDeliveries(tx, { ...takeDue, values: [...columnsOf(lanes), lanes.map(({ got }) => got)] });
}

/**
 * Says when each of these lanes can be claimed next. They must be locked before this statement begins: what is inserted
 * later then finds them as it leaves them. Answers when there is more to claim, for the room that is left.
 */
export async function setLanesDue(
  tx: Transaction,
  lanes: readonly Lane[],
  left?: Room | undefined,
): Promise<Date | null> {
  const { rows } = await tx.query<Due>({ ...setDue, values: [...columnsOf(lanes), ...whomOf(left)] });
  return dateIn(rows[0]?.inMs ?? null);
}

const columnsOf = (lanes: readonly Lane[]) => [
  lanes.map(({ webhookId }) => webhookId),
  lanes.map(({ slots }) => slots),
];

/** Whom there is room for. */
const whomOf = (room: Room | undefined) => [
  room?.shares.map(({ standing }) => standing) ?? [],
  room?.fullAccounts ?? [],
];

function dateIn(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(Date.now() + milliseconds);
}
