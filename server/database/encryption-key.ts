import type pg from "pg";
import { oncePerProcess } from "@/lib/platform/process-state";
import { decryptText, describeEncryptionKey, makeEncryptionKey } from "@/lib/platform/secrets";

/**
 * Which encryption key the secrets in the database are encrypted with. It is kept as a fingerprint, so that a process that
 * has another one, or none, learns it when it starts, and not at the first secret that does not open.
 */

const readKept = "SELECT fingerprint FROM encryption_key WHERE id = 1";

/** The fingerprint that the database keeps; null: it keeps none, or is older than that. */
export async function readStoredFingerprint(connection: pg.ClientBase): Promise<string | null> {
  const { rows: known } = await connection.query("SELECT to_regclass('encryption_key') IS NOT NULL AS yes");
  if (!known[0].yes) return null;
  const { rows } = await connection.query<{ fingerprint: string }>(readKept);
  return rows[0]?.fingerprint ?? null;
}

/** Of each kind of sealed value the newest, with the purpose that lib/platform/secrets binds it to. */
const newestSealed = `
  (SELECT 'webhook-secret:' || id AS purpose, secret AS sealed FROM webhook ORDER BY created_at DESC LIMIT 1)
  UNION ALL
  (SELECT 'totp-secret:' || id, totp_secret FROM app_user WHERE totp_secret IS NOT NULL ORDER BY totp_confirmed_at DESC NULLS LAST LIMIT 1)
  UNION ALL
  (SELECT 'idempotency:' || account_id || ':' || scope || ':' || key, answer FROM idempotency_key
    WHERE answer IS NOT NULL AND expires_at > now() ORDER BY created_at DESC LIMIT 1)`;

function opens({ purpose, sealed }: { purpose: string; sealed: Buffer }): boolean {
  try {
    decryptText(sealed, purpose);
    return true;
  } catch {
    return false;
  }
}

/** The key here is not the one that is needed. */
export class KeyFault extends Error {
  override readonly name = "KeyFault";
}

function describeFault(kept: string | null): KeyFault {
  const { fingerprint, place } = describeEncryptionKey();
  const wanted = kept === null ? "a key that is not here" : `the encryption key with the fingerprint ${kept}`;
  const present =
    fingerprint === null
      ? `there is no key here: ENCRYPTION_KEY is not set, and there is no file ${place}`
      : `the one in ${place} has ${fingerprint}`;
  return new KeyFault(
    `The secrets in the database are encrypted with ${wanted}, and ${present}. ` +
      "Set ENCRYPTION_KEY to what it was, or bring back DATA_DIR/secrets/encryption-key from where the database was used. " +
      "Only where it is lost for good: docs/operate/restore.md says what is lost with it and how to go on.",
  );
}

/** Throws a sentence where a fingerprint is not that of the key here. Null says nothing. */
export function requireKeyOf(kept: string | null): void {
  if (kept !== null && kept !== describeEncryptionKey().fingerprint) throw describeFault(kept);
}

/** Whether this process knows that its key is the database's: Next asks after our server has. */
export const keyCheck = oncePerProcess("encryption key check", () => ({ isChecked: false }));

const keep = `INSERT INTO encryption_key (id, fingerprint) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`;

/**
 * Throws a sentence unless the encryption key here is the one that the database's secrets are encrypted with. The first who
 * asks writes it down, of processes that start at once one; in a database of before, only if what is sealed opens.
 */
export async function requireEncryptionKey(connection: pg.ClientBase): Promise<void> {
  const kept = await readStoredFingerprint(connection);
  if (kept === null) {
    const { rows } = await connection.query<{ purpose: string; sealed: Buffer }>(newestSealed);
    if (rows.length > 0 && describeEncryptionKey().fingerprint === null) throw describeFault(null);
    if (!rows.every(opens)) throw describeFault(null);
    makeEncryptionKey();
    await connection.query(keep, [describeEncryptionKey().fingerprint]);
  }
  requireKeyOf(await readStoredFingerprint(connection));
  keyCheck.isChecked = true;
}

/** What the operator calls the lost key where the database keeps no fingerprint of it. */
const unknownKey = "unknown";

/**
 * Throws a sentence unless the operator has named the key that is needed, by its fingerprint, and another one is here to go
 * on with. So nobody gives up a key by accident: one that a shell does not have is mostly not lost.
 */
export function requireLoss(lost: string, kept: string | null): void {
  const { fingerprint, place } = describeEncryptionKey();
  if (fingerprint === null) {
    throw new KeyFault(
      `There is no encryption key here to go on with: ENCRYPTION_KEY is not set, and there is no file ${place}. Set ENCRYPTION_KEY to what the servers have, or copy their DATA_DIR/secrets here first; a new one is what \`openssl rand -base64 32\` prints.`,
    );
  }
  if (fingerprint === kept) {
    throw new KeyFault(
      `The encryption key here, in ${place}, is the database's own (${fingerprint}); nothing is lost.`,
    );
  }
  if (lost === (kept ?? unknownKey)) return;
  throw new KeyFault(
    kept === null
      ? `No fingerprint is kept of the key that is needed. Only where it is lost for good, say --lost-key ${unknownKey}.`
      : `The key that is needed has the fingerprint ${kept}, and --lost-key names another. Look for it first; only where it is lost for good, say --lost-key ${kept}.`,
  );
}

/** What no key opens any more once another is accepted. */
export interface EncryptedRows {
  webhooks: number;
  twoFactor: number;
  keptAnswers: number;
}

async function isSealedElsewhere(connection: pg.ClientBase): Promise<boolean> {
  try {
    await requireEncryptionKey(connection);
    return false;
  } catch (error) {
    if (error instanceof KeyFault) return true;
    throw error;
  }
}

/**
 * Takes the key here for the database's from now on. What is sealed stays as it is, and does not open; answers how much
 * that is, or null where the key here opens it. Throws a sentence unless `lost` names the key that is given up.
 */
export async function acceptKey(connection: pg.ClientBase, lost: string): Promise<EncryptedRows | null> {
  requireLoss(lost, await readStoredFingerprint(connection));
  if (!(await isSealedElsewhere(connection))) return null;
  await connection.query(
    `INSERT INTO encryption_key (id, fingerprint) VALUES (1, $1)
     ON CONFLICT (id) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, created_at = now()`,
    [describeEncryptionKey().fingerprint],
  );
  const { rows } = await connection.query<EncryptedRows>(
    `SELECT (SELECT count(*)::int FROM webhook) AS webhooks,
       (SELECT count(*)::int FROM app_user WHERE totp_secret IS NOT NULL) AS "twoFactor",
       (SELECT count(*)::int FROM idempotency_key WHERE answer IS NOT NULL AND expires_at > now()) AS "keptAnswers"`,
  );
  return rows[0] as EncryptedRows;
}
