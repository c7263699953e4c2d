import { releaseCodes } from "@/lib/accounts/quota";
import type { Caller } from "@/lib/accounts/schema";
import { heardSql, writeEvents } from "@/lib/events";
import type { Transaction } from "@/lib/platform/db";
import { forgetCodes } from "@/lib/rollups";
import { type DeletedRow as DeletedCode, tellDeleted } from "../event-data";

/** A code as its deletion returns it, and whether a webhook hears of that. */
export interface DeletedRow extends DeletedCode {
  isHeard: boolean;
}

/** Deletes the codes that a condition names, locked in the order of their ids (`lib/accounts/queries.ts`). */
export const deleteText = (condition: string) =>
  `DELETE FROM qr_code WHERE id IN (SELECT id FROM qr_code WHERE ${condition} ORDER BY id FOR UPDATE)
    RETURNING id, name, type, short_code AS "shortCode", now() AS "deletedAt",
      ${heardSql("qr.deleted", { account: "qr_code.account_id", environment: "qr_code.environment" })} AS "isHeard"`;

/** What goes with codes of one owner in the transaction that deleted them: their scans, their places, and who is told. */
export async function settleDeletion(
  tx: Transaction,
  owner: Pick<Caller, "accountId" | "environment">,
  rows: readonly DeletedRow[],
): Promise<void> {
  const dynamicCodes = rows.filter(({ shortCode }) => shortCode !== null);
  // Scans of a sandbox are made up, of static codes as well.
  const scanned = owner.environment === "sandbox" ? rows : dynamicCodes;
  await forgetCodes(
    tx,
    owner,
    scanned.map(({ id }) => id),
  );
  await releaseCodes(tx, owner, { codes: rows.length, dynamicCodes: dynamicCodes.length });
  const heard = rows.filter(({ isHeard }) => isHeard);
  await writeEvents(
    tx,
    heard.map((row) => tellDeleted(owner, row)),
  );
}
