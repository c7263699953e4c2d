import { lockAccount } from "@/lib/accounts";
import { accountGone, type Caller } from "@/lib/accounts/schema";
import { checkLook } from "@/lib/codes";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { type ListedPreset, maxPresets, type NewPreset, type Preset } from "./schema";

const columns = "id, name, settings #- '{logo,dataUrl}' AS settings";

const selectPresets = {
  name: "list_presets",
  text: `SELECT ${columns} FROM style_preset WHERE account_id = $1 ORDER BY created_at, id`,
};

/** The looks that the caller's account keeps, the oldest first. */
export async function listPresets({ accountId }: Caller): Promise<ListedPreset[]> {
  return (await sql.query<ListedPreset>({ ...selectPresets, values: [accountId] })).rows;
}

/** A look with the picture of its logo. Throws `not_found`, for another's as for none. */
export async function getPreset({ accountId }: Caller, id: string): Promise<Preset> {
  const { rows } = await sql.query<Preset>(
    "SELECT id, name, settings FROM style_preset WHERE account_id = $1 AND id = $2",
    [accountId, idOf(id)],
  );
  return requireOne(rows);
}

/**
 * Keeps a look, judged as that of a code. Throws what a code with it would be refused for, and `quota_exceeded` when as
 * many are kept as may be.
 */
export async function createPreset(caller: Caller, { name, settings }: NewPreset): Promise<ListedPreset> {
  const look = await checkLook(caller, settings);
  return transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    await requireRoom(tx, caller);
    const { rows } = await tx.query<ListedPreset>(
      `INSERT INTO style_preset (id, account_id, name, settings, created_at, updated_at)
       SELECT $1, id, $3, $4::jsonb, clock_timestamp(), clock_timestamp() FROM account WHERE id = $2
       RETURNING ${columns}`,
      [newId(), caller.accountId, name, JSON.stringify(look)],
    );
    const [preset] = rows;
    if (preset === undefined) throw accountGone();
    return preset;
  }, caller.accountId);
}

async function requireRoom(tx: Transaction, { accountId }: Caller): Promise<void> {
  const { rows } = await tx.query<{ used: number }>(
    "SELECT count(*)::int AS used FROM style_preset WHERE account_id = $1",
    [accountId],
  );
  const used = rows[0]?.used ?? 0;
  if (used < maxPresets) return;
  const message = `All ${maxPresets} presets are used. Delete one to make room.`;
  const bounds = { limit: maxPresets, used };
  throw fieldError("quota_exceeded", { field: "presets", code: "quota_exceeded", message, ...bounds });
}

/** Gives a look another name. Throws `not_found`, for another's as for none. */
export async function renamePreset(
  { accountId }: Caller,
  id: string,
  { name }: { name: string },
): Promise<ListedPreset> {
  const { rows } = await sql.query<ListedPreset>(
    `UPDATE style_preset SET name = $3, updated_at = now() WHERE account_id = $1 AND id = $2 RETURNING ${columns}`,
    [accountId, idOf(id), name],
  );
  return requireOne(rows);
}

/** Forgets a look; codes that were made with it stay as they are. Throws `not_found`, for another's as for none. */
export async function deletePreset({ accountId }: Caller, id: string): Promise<void> {
  const { rows } = await sql.query<ListedPreset>(
    `DELETE FROM style_preset WHERE account_id = $1 AND id = $2 RETURNING ${columns}`,
    [accountId, idOf(id)],
  );
  requireOne(rows);
}

/** Null, which no row has, for what can be no id. */
function idOf(id: string): string | null {
  return isId(id) ? id : null;
}

function requireOne<P>([preset]: P[]): P {
  if (preset === undefined) throw new ServiceError("not_found", "There is no such preset");
  return preset;
}
