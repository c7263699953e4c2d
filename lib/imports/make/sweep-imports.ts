import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { makeLot } from "./make-lot";

/** A page that watches moves its import on more often than this: what rests so long is nobody's. */
const restingSeconds = 3;
/** One run takes no longer, the last lot aside: others wait for their turn. */
const runMs = 10_000;

interface Claimed {
  id: string;
  accountId: string;
}

/** Of several servers one takes an import on at a time; another would draw the same lot for nothing. */
const claim = {
  name: "claim_import",
  text: `UPDATE code_import SET updated_at = clock_timestamp() WHERE id = (
      SELECT id FROM code_import WHERE finished_at IS NULL AND id <> ALL($1::uuid[])
        AND updated_at <= clock_timestamp() - $2 * interval '1 second'
      ORDER BY updated_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, account_id AS "accountId"`,
};

/**
 * Moves on what nobody watches: imports whose page was closed, or whose server died. Those that rest longest come first;
 * one that fails waits for the next run. Returns how many rows are done by it.
 */
export async function sweepImports(afterSeconds = restingSeconds): Promise<number> {
  const deadline = performance.now() + runMs;
  const taken: string[] = [];
  let done = 0;
  while (performance.now() < deadline) {
    const { rows } = await sql.query<Claimed>({ ...claim, values: [taken, afterSeconds] });
    const [claimed] = rows;
    if (claimed === undefined) break;
    taken.push(claimed.id);
    done += await moveOn(claimed, deadline);
  }
  return done;
}

async function moveOn({ id, accountId }: Claimed, deadline: number): Promise<number> {
  let done = 0;
  try {
    while (performance.now() < deadline) {
      const made = await makeLot(accountId, id);
      if (made === 0) break;
      done += made;
    }
  } catch (err) {
    log.error({ err, accountId }, "an import could not be moved on");
  }
  return done;
}
