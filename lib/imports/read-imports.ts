import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { type Import, type ImportFault, type ImportProgress, type ListedImport, undoHours } from "./schema";

/** As many as one page shows. */
const mostListed = 10;

interface Row {
  id: string;
  name: string;
  total: number;
  done: number;
  made: number;
  createdAt: Date;
  finishedAt: Date | null;
}

const columns = `id, name, total, done, cardinality(code_ids) AS made, created_at AS "createdAt", finished_at AS "finishedAt"`;

/** The last imports of the account, the newest first. */
export async function listImports({ accountId }: Caller): Promise<ListedImport[]> {
  const { rows } = await sql.query<Row>(
    `SELECT ${columns} FROM code_import WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${mostListed}`,
    [accountId],
  );
  return rows.map(presentListed);
}

/** How far an import is. Throws `not_found`, for another's as for none. */
export async function readProgress({ accountId }: Caller, id: string): Promise<ImportProgress> {
  const { rows } = await sql.query<Row>(
    `SELECT ${columns} FROM code_import WHERE id = $1 AND account_id = $2`,
    [idOf(id), accountId],
  );
  return presentProgress(requireOne(rows));
}

interface WholeRow extends Row {
  faults: ImportFault[];
  codeIds: string[];
  scans: number;
}

/** What became of an import. Codes that were deleted since are not among it. Throws `not_found`, for another's as for none. */
export async function getImport({ accountId }: Caller, id: string): Promise<Import> {
  const { rows } = await sql.query<WholeRow>(
    `SELECT ${columns}, faults, there.ids AS "codeIds", there.scans
     FROM code_import i, LATERAL (
       SELECT coalesce(array_agg(c.id ORDER BY made.at), '{}') AS ids, coalesce(sum(c.scan_count), 0)::int AS scans
       FROM unnest(i.code_ids) WITH ORDINALITY AS made (code_id, at)
       JOIN qr_code c ON c.id = made.code_id AND c.account_id = i.account_id AND c.set_aside_until IS NULL) AS there
     WHERE i.id = $1 AND i.account_id = $2`,
    [idOf(id), accountId],
  );
  const row = requireOne(rows);
  const { faults, codeIds, scans, finishedAt } = row;
  return {
    ...presentListed(row),
    finishedAt: finishedAt?.toISOString() ?? null,
    codeIds,
    scans,
    faults: faults.toSorted((one, other) => one.row - other.row),
    undoUntil: presentUndo(row, codeIds.length),
  };
}

function presentUndo({ finishedAt }: Row, left: number): string | null {
  if (finishedAt === null || left === 0) return null;
  const until = finishedAt.getTime() + undoHours * 3_600_000;
  return until <= Date.now() ? null : new Date(until).toISOString();
}

function presentListed(row: Row): ListedImport {
  return { ...presentProgress(row), name: row.name, createdAt: row.createdAt.toISOString() };
}

function presentProgress({ id, total, done, made, finishedAt }: Row): ImportProgress {
  return { id, total, done, made, isFinished: finishedAt !== null };
}

/** Null, which no row has, for what can be no id. */
function idOf(id: string): string | null {
  return isId(id) ? id : null;
}

function requireOne<R>([row]: R[]): R {
  if (row === undefined) throw new ServiceError("not_found", "There is no such import");
  return row;
}
