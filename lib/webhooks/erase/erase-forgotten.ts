import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/** Rows of one short statement. */
const rowsTogether = 2_000;
const sweepMs = 10_000;
/** How long whoever deleted a webhook or an account waits for its deliveries to be gone. */
const patienceMs = 2_000;
/** Rows that somebody holds, the result of a request under way, are free again in a moment. */
const heldMs = 20;

interface Erasure {
  id: string;
  isAccount: boolean;
}

/**
 * Erases the deliveries of webhooks that were deleted and the events of accounts that were, in short statements, and
 * returns how many rows that was. What the time does not suffice for is left to the next run.
 *
 * @param ids what was deleted a moment ago: it is erased as far as that goes quickly, and nothing is thrown; the rest,
 *   and after a fault, the sweep does. All that is left, unless told.
 */
export async function eraseForgotten(ids?: string | readonly string[]): Promise<number> {
  if (ids === undefined) return eraseAll(null, sweepMs);
  return eraseAll([ids].flat(), patienceMs).catch((err: unknown) => {
    log.warn({ err }, "deliveries of a deleted webhook are erased later");
    return 0;
  });
}

async function eraseAll(ids: readonly string[] | null, budgetMs: number): Promise<number> {
  const deadline = performance.now() + budgetMs;
  const { rows } = await sql.query<Erasure>(
    `SELECT id, is_account AS "isAccount" FROM webhook_erasure WHERE $1::uuid[] IS NULL OR id = ANY($1)
     ORDER BY created_at, id`,
    [ids],
  );
  return eraseInTurn(rows, deadline);
}

/** A few thousand rows of each, then of each again: the largest keeps none of the others waiting. */
async function eraseInTurn(erasures: readonly Erasure[], deadline: number): Promise<number> {
  let left = erasures;
  let erased = 0;
  while (left.length > 0 && performance.now() < deadline) {
    const undone: Erasure[] = [];
    const before = erased;
    for (const erasure of left) {
      if (performance.now() >= deadline) return erased;
      const { rows, isDone } = await eraseSome(erasure);
      erased += rows;
      if (!isDone) undone.push(erasure);
    }
    left = undone;
    if (left.length > 0 && erased === before) await sleep(heldMs);
  }
  return erased;
}

const tables = {
  delivery: {
    owner: "webhook_id",
    isLeft:
      "SELECT FROM delivery WHERE webhook_id = $1 UNION ALL SELECT FROM delivery_tally WHERE webhook_id = $1",
  },
  event: { owner: "account_id", isLeft: "SELECT FROM event WHERE account_id = $1" },
} as const;

const eraseTallies = `DELETE FROM delivery_tally WHERE webhook_id = $1
  AND NOT EXISTS (SELECT FROM delivery WHERE webhook_id = $1)`;

async function eraseSome({ id, isAccount }: Erasure): Promise<{ rows: number; isDone: boolean }> {
  const table = isAccount ? "event" : "delivery";
  const { owner, isLeft } = tables[table];
  // Nobody is waited for, so that it does not matter in which order rows are held here.
  const { rowCount } = await sql.query(
    `DELETE FROM ${table} WHERE id IN (
       SELECT id FROM ${table} WHERE ${owner} = $1 LIMIT ${rowsTogether} FOR UPDATE SKIP LOCKED)`,
    [id],
  );
  const rows = rowCount ?? 0;
  if (rows === rowsTogether) return { rows, isDone: false };
  // Counts of what is gone; those that are being added up are found when that has ended.
  if (!isAccount) await sql.query(eraseTallies, [id]);
  const done = await sql.query(`DELETE FROM webhook_erasure WHERE id = $1 AND NOT EXISTS (${isLeft})`, [id]);
  return { rows, isDone: done.rowCount === 1 };
}
