import { lockAccount } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { type Transaction, transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { listFieldErrors } from "@/lib/platform/field-errors";
import { isId } from "@/lib/platform/ids";
import { eraseSoon } from "@/lib/rollups";
import { requireBulkSize } from "./bulk";
import { codeNotFound, ownCodes, ownerOf } from "./rows";
import { type BulkDeletion, codeIdsSchema } from "./schema";
import { type DeletedRow, deleteText, settleDeletion } from "./store/delete";

/** Deletes one code with everything that belongs to it. Throws `not_found`, for another's as for none. */
export async function deleteCode(caller: Caller, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { size } = await deleteRows(tx, caller, [id]);
    if (size === 0) throw codeNotFound();
  }, caller.accountId);
  await eraseSoon(caller.accountId);
}

/**
 * Deletes those of the ids that name codes of the caller's, in one transaction. An id that is repeated counts once;
 * `notFound` keeps the order of the ids. Throws `validation_failed` for none and for what could be no id,
 * `bulk_limit_exceeded` for more than 100.
 *
 * @param ids anything in JSON.
 */
export async function deleteCodes(caller: Caller, ids: readonly unknown[]): Promise<BulkDeletion> {
  requireBulkSize("qrCodeIds", ids.length);
  const wanted = [...new Set(requireIds(ids))];
  const gone = await transaction((tx) => deleteRows(tx, caller, wanted), caller.accountId);
  await eraseSoon(caller.accountId);
  const notFound = wanted.filter((id) => !gone.has(id));
  const summary = { total: wanted.length, deleted: gone.size, notFound: notFound.length };
  return { deleted: gone.size, notFound, summary };
}

function requireIds(qrCodeIds: readonly unknown[]): string[] {
  const { data, error } = codeIdsSchema.safeParse({ qrCodeIds });
  if (!error) return data.qrCodeIds;
  const details = listFieldErrors(codeIdsSchema, { qrCodeIds }, error.issues, "body");
  throw new ServiceError("validation_failed", details[0]?.message ?? "qrCodeIds is not valid", { details });
}

const deleteByIds = {
  name: "delete_codes",
  text: deleteText(`${ownCodes} AND id = ANY($3::uuid[])`),
};

/** The ids that were there. */
async function deleteRows(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  await lockAccount(tx, caller.accountId);
  const values = [...ownerOf(caller), ids.filter(isId)];
  const { rows } = await tx.query<DeletedRow>({ ...deleteByIds, values });
  await settleDeletion(tx, caller, rows);
  return new Set(rows.map(({ id }) => id));
}
