import { sql } from "@/lib/platform/db";
import { columns } from "../look-up";
import type { Target } from "../target";

/** A target with what its owner calls its code. */
export type NamedTarget = Target & { name: string };

/** Targets that one statement reads. */
const rowsTogether = 200;

type Row = NamedTarget & { createdAt: Date };

/** Codes that are printed: those of the sandbox are gone after 30 days, and a soft-deleted one is being deleted. */
const printed = "short_code IS NOT NULL AND environment = 'production' AND purge_after IS NULL";
const select = `SELECT ${columns}, name, created_at AS "createdAt" FROM qr_code WHERE ${printed}`;

const selectOwn = {
  name: "walk_own_targets",
  text: `${select} AND account_id = $1 AND (created_at, id) > ($2, $3::uuid)
    ORDER BY created_at, id LIMIT ${rowsTogether}`,
};

const selectAll = {
  name: "walk_all_targets",
  text: `${select} AND id > $1::uuid ORDER BY id LIMIT ${rowsTogether}`,
};

const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Where the short URLs of an account lead, or for the operator those of all, some at a time, so that what is taken slowly
 * holds no connection. Each code is read once, as it is then.
 *
 * @param accountId null: of all accounts.
 */
export async function* walkTargets(
  accountId: string | null,
  signal?: AbortSignal,
): AsyncGenerator<NamedTarget[]> {
  let [at, id] = [new Date(0), firstId];
  for (;;) {
    signal?.throwIfAborted();
    const statement =
      accountId === null ? { ...selectAll, values: [id] } : { ...selectOwn, values: [accountId, at, id] };
    const { rows } = await sql.query<Row>(statement);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ createdAt: _, ...target }) => target);
    [at, id] = [last.createdAt, last.codeId];
  }
}
