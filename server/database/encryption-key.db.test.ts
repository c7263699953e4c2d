import { createCipheriv, randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import { openQueue } from "@/e2e/support/webhooks/test-queue";
import { setDatabaseUrl, sql } from "@/lib/platform/db";
import { describeEncryptionKey, encryptText } from "@/lib/platform/secrets";
import { encryptSecret } from "@/lib/users/two-factor-codes";
import { acceptKey, readStoredFingerprint, requireEncryptionKey } from "./encryption-key";

let spare: SpareDatabase;
let client: pg.Client;

async function connect(): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: spare.url });
  await opened.connect();
  return opened;
}

beforeAll(async () => {
  spare = await createMigratedDatabase();
  setDatabaseUrl(spare.url);
  client = await connect();
});
afterEach(() => client.query("TRUNCATE encryption_key, account CASCADE"));
afterAll(async () => {
  await client.end();
  await sql.end();
  await spare.drop();
});

/** As `encryptText` makes it, under a key that nobody has. */
function sealElsewhere(): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", randomBytes(32), nonce).setAAD(Buffer.from("elsewhere"));
  const body = Buffer.concat([cipher.update("secret"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

const present = () => describeEncryptionKey().fingerprint as string;

/** Each kind of value that is sealed, as its own module seals it. */
const kinds: [string, () => Promise<string>][] = [
  [
    "a webhook secret",
    async () => {
      await openQueue();
      return "UPDATE webhook SET secret = $1";
    },
  ],
  [
    "a two-factor secret",
    async () => {
      const { userId } = await newAccount("pro");
      await client.query("UPDATE app_user SET totp_secret = $1", [encryptSecret("JBSWY3DPEHPK3PXP", userId)]);
      return "UPDATE app_user SET totp_secret = $1";
    },
  ],
  [
    "a stored idempotent response",
    async () => {
      const { accountId } = await newAccount("pro");
      const place = [accountId, "production POST /api/v1/qr-codes", "order-1"];
      await client.query(
        `INSERT INTO idempotency_key (account_id, scope, key, fingerprint, lease, leased_until, expires_at, status, answer)
         VALUES ($1, $2, $3, '', gen_random_uuid(), now(), now() + interval '1 day', 201, $4)`,
        [...place, encryptText("{}", `idempotency:${place.join(":")}`)],
      );
      return "UPDATE idempotency_key SET answer = $1";
    },
  ],
];

describe("the stored fingerprint of the encryption key", () => {
  it("is written once, even if several processes start at the same time", async () => {
    const others = await Promise.all(Array.from({ length: 6 }, connect));
    expect(await readStoredFingerprint(client)).toBe(null);
    await Promise.all(others.map(requireEncryptionKey));
    expect(await readStoredFingerprint(client)).toBe(present());
    expect(present()).toMatch(/^[\da-f]{16}$/);
    await Promise.all(others.map((other) => other.end()));
  });

  it("refuses a start with a different key, and stays unchanged", async () => {
    await client.query("INSERT INTO encryption_key VALUES (1, '0123456789abcdef')");
    await expect(requireEncryptionKey(client)).rejects.toThrow(
      `The secrets in the database are encrypted with the encryption key with the fingerprint 0123456789abcdef, and the one in ${describeEncryptionKey().place} has ${present()}. Set ENCRYPTION_KEY to what it was, or bring back`,
    );
    expect(await readStoredFingerprint(client)).toBe("0123456789abcdef");
  });

  it.each(kinds)("is set on an older database only if the key decrypts %s", async (_, store) => {
    const change = await store();
    await requireEncryptionKey(client);
    expect(await readStoredFingerprint(client)).toBe(present());
    await client.query("DELETE FROM encryption_key");
    await client.query(change, [sealElsewhere()]);
    await expect(requireEncryptionKey(client)).rejects.toThrow(
      "are encrypted with a key that is not here, and the one in",
    );
    expect(await readStoredFingerprint(client)).toBe(null);
  });

  it("changes once the operator accepts the loss, with counts of what is lost", async () => {
    await client.query("INSERT INTO encryption_key VALUES (1, '0123456789abcdef')");
    const kept = "0123456789abcdef";
    for (const other of ["unknown", present()]) {
      await expect(acceptKey(client, other)).rejects.toThrow(
        `only where it is lost for good, say --lost-key ${kept}.`,
      );
    }
    expect(await acceptKey(client, kept)).toEqual({ webhooks: 0, twoFactor: 0, keptAnswers: 0 });
    await expect(acceptKey(client, kept)).rejects.toThrow("is the database's own");
    await requireEncryptionKey(client);
    expect(await readStoredFingerprint(client)).toBe(present());
  });
});
