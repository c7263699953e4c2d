import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
// Names the database for what asks it from here.
import "../support/accounts";
import { runAdmin } from "../support/admin";

const folder = mkdtempSync(join(tmpdir(), "quietzone-operator-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function runWell(words: string[]) {
  const { status, stdout, stderr } = await runAdmin(words, {
    DATABASE_URL: inject("databaseUrl"),
    DATA_DIR: folder,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

it("--admin and account:admin grant and withdraw operator rights, with one audit entry per change", async () => {
  const email = `operator-${Date.now()}@example.com`;
  const make = [
    "account:create",
    "--email",
    email,
    "--password",
    "six quiet modules",
    "--plan",
    "free",
    "--admin",
  ];
  expect(await runWell(make)).toMatchObject({ email, isOperator: true });
  const isOperator = async () => (await runWell(["account:show", "--email", email])).isOperator as boolean;
  expect(await isOperator()).toBe(true);
  const tell = (is: string) => runWell(["account:admin", "--email", email, "--is", is]);
  expect(await tell("no")).toMatchObject({ isOperator: false, changed: true });
  expect(await tell("no")).toMatchObject({ isOperator: false, changed: false });
  expect(await isOperator()).toBe(false);
  expect(await tell("yes")).toMatchObject({ isOperator: true, changed: true });
  const { rows } = await sql.query(
    `SELECT action FROM audit_entry JOIN app_user u USING (account_id) WHERE u.email = $1 AND action LIKE 'user.operator%'
     ORDER BY audit_entry.created_at`,
    [email],
  );
  expect(rows.map(({ action }) => action.slice("user.operator_".length))).toEqual([
    "granted",
    "withdrawn",
    "granted",
  ]);
  await runWell(["account:delete", "--email", email]);
});
