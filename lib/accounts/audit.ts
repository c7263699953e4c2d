import { sql, type Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { AuditEntry } from "./schema";

/**
 * Appends to the audit: in the transaction of what it tells of, or with null by itself. Nothing changes or deletes an
 * entry afterwards; it holds ids alone and outlives what they named.
 */
export async function recordAudit(tx: Transaction | null, entry: AuditEntry): Promise<void> {
  const { accountId, userId = null, keyId = null, action, subjectId = null } = entry;
  await (tx ?? sql).query(
    `INSERT INTO audit_entry (id, account_id, user_id, key_id, action, subject_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())`,
    [newId(), accountId, userId, keyId, action, subjectId],
  );
}
