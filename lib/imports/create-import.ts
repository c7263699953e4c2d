import { lockAccount } from "@/lib/accounts";
import { accountGone, type Caller } from "@/lib/accounts/schema";
import { requireBulk } from "@/lib/plans";
import { type BeforeCommit, type Transaction, transaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { NewImport } from "./input-schema";
import type { ImportFault } from "./schema";
import { readStyle } from "./style";
import { importing } from "./words";

/** Imports of one account that are kept: older ones make room. */
const mostKept = 50;

/**
 * Takes an import in: its rows are in the database and are made from there, whether or not anybody watches. Throws
 * `plan_required`, `not_found` for a preset that is gone, and `validation_failed` with the code `import_running` while
 * another one of the account is under way.
 */
export async function createImport(
  caller: Caller,
  input: NewImport,
  beforeCommit?: BeforeCommit<{ id: string }>,
): Promise<{ id: string }> {
  requireBulk(caller.plan, importing);
  const settings = await readStyle(caller, input.presetId);
  const made = { id: newId() };
  await transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    await requireNoneRunning(tx, caller);
    await makeRoom(tx, caller);
    await insert(tx, caller, made.id, input, settings);
    await beforeCommit?.(tx, made);
  }, caller.accountId);
  return made;
}

async function requireNoneRunning(tx: Transaction, { accountId }: Caller): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    "SELECT name FROM code_import WHERE account_id = $1 AND finished_at IS NULL",
    [accountId],
  );
  const [running] = rows;
  if (running === undefined) return;
  const message = `“${running.name}” is being imported. This one can begin once that is done.`;
  throw fieldError("validation_failed", { field: "import", code: "import_running", message });
}

async function makeRoom(tx: Transaction, { accountId }: Caller): Promise<void> {
  await tx.query(
    `DELETE FROM code_import WHERE id IN
       (SELECT id FROM code_import WHERE account_id = $1 ORDER BY created_at DESC, id DESC OFFSET ${mostKept - 1})`,
    [accountId],
  );
}

async function insert(
  tx: Transaction,
  { accountId, userId }: Caller,
  id: string,
  { name, rows, leftOut }: NewImport,
  settings: object,
): Promise<void> {
  if (userId === undefined) throw new ServiceError("not_signed_in", "An import is somebody's");
  const faults: ImportFault[] = leftOut.map((fault) => ({ ...fault, code: "left_out" }));
  const { rowCount } = await tx.query(
    `INSERT INTO code_import (id, account_id, user_id, name, rows, total, faults, created_at, updated_at)
     SELECT $1, id, $3, $4, $5::jsonb, $6, $7::jsonb, clock_timestamp(), clock_timestamp() FROM account WHERE id = $2`,
    [id, accountId, userId, name, JSON.stringify({ settings, rows }), rows.length, JSON.stringify(faults)],
  );
  if (rowCount !== 1) throw accountGone();
}
