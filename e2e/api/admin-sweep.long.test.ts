import { afterAll, beforeAll, expect, it } from "vitest";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { runAdmin } from "../support/admin";
import { plainCode } from "../support/codes";
import { type OwnServices, openOwnServices } from "../support/process/own-services";

// No server runs on it, which would sweep by itself, and count what this is about.
let own: OwnServices;
beforeAll(async () => {
  own = await openOwnServices(0);
});
afterAll(() => own.close());

it("sweep deletes expired sandbox codes, idempotency keys and mail tokens, and nothing else", async () => {
  const sandbox = { ...own.caller, environment: "sandbox" as const };
  const { accountId } = sandbox;
  const [old, young] = [await createCode(sandbox, plainCode), await createCode(sandbox, plainCode)];
  await sql.query("UPDATE qr_code SET created_at = now() - interval '30 days' WHERE id = $1", [old.id]);
  for (const [name, life] of [
    ["dead", "-1 s"],
    ["alive", "1 day"],
  ] as const) {
    await sql.query(
      `INSERT INTO mail_token (token_hash, purpose, email, expires_at)
       VALUES ($1, 'sign_up', $2, now() + $3::interval)`,
      [Buffer.from(name), name, life],
    );
    await sql.query(
      `INSERT INTO idempotency_key (account_id, scope, key, fingerprint, lease, leased_until, expires_at)
       VALUES ($1, 'sandbox POST /qr-codes', $2, $3, $1, now(), now() + $4::interval)`,
      [accountId, name, Buffer.from(name), life],
    );
  }
  const { stdout } = await runAdmin(["sweep"], { DATA_DIR: own.folder });
  const { scanPartitionsAdded, ...swept } = JSON.parse(stdout);
  expect(scanPartitionsAdded).toBeGreaterThan(0);
  const deleted = Object.entries(swept).filter(([, count]) => count !== 0);
  expect(Object.fromEntries(deleted)).toEqual({
    idempotencyKeysDeleted: 1,
    sandboxCodesDeleted: 1,
    mailTokensDeleted: 1,
  });
  const { rows } = await sql.query(
    `SELECT (SELECT array_agg(id::text) FROM qr_code WHERE account_id = $1) AS codes,
       (SELECT array_agg(key) FROM idempotency_key) AS keys,
       (SELECT array_agg(email) FROM mail_token) AS mails,
       (SELECT sandbox_code_count FROM account WHERE id = $1) AS counted`,
    [accountId],
  );
  expect(rows).toEqual([{ codes: [young.id], keys: ["alive"], mails: ["alive"], counted: 1 }]);
});
