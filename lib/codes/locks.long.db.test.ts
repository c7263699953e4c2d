import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { untilBlocked } from "@/e2e/support/blocked";
import { plainCode } from "@/e2e/support/codes";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import { newVisit, openRecorders } from "@/e2e/support/visits";
import type { Caller } from "@/lib/accounts/schema";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { deleteAccount } from "@/lib/users";
import { createCode, deleteCode, deleteCodes } from "./";
import { createCodes } from "./bulk";
import { deleteExpiredSandbox } from "./delete";
import { deleteSoftDeleted, restoreCodes, softDeleteCodes } from "./soft-delete";

const { newRecorder } = openRecorders();
let database: SpareDatabase;
let other: pg.Client;

beforeAll(async () => {
  database = await createMigratedDatabase();
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
  const name = new URL(database.url).pathname.slice(1);
  await other.query(`ALTER DATABASE ${name} SET deadlock_timeout TO '20ms'`);
  // As in a table of millions: the rows of an account are found by an index, in whatever order it has.
  await other.query(`ALTER DATABASE ${name} SET enable_seqscan TO off`);
  await other.query(`ALTER DATABASE ${name} SET enable_bitmapscan TO off`);
  setDatabaseUrl(database.url);
});

afterAll(async () => {
  await other.end();
  await database.drop();
});

const dynamic = { ...plainCode, isDynamic: true };
let caller: Caller;
let ids: string[];

async function newCodes(count: number): Promise<{ caller: Caller; ids: string[] }> {
  const sandbox = { ...callerOf(await newAccount("pro"), "pro"), environment: "sandbox" as const };
  const { created } = await createCodes(sandbox, Array(count).fill(dynamic));
  return { caller: sandbox, ids: created.map(({ id }) => id).sort() };
}

describe("a transaction that waits for a lock", () => {
  beforeEach(async () => {
    ({ caller, ids } = await newCodes(5));
  });

  /** Runs `work` while another transaction holds a row, and answers which of the codes `work` has locked as it waits. */
  async function findLocked(held: string, id: string, work: () => Promise<unknown>): Promise<string[]> {
    await other.query("BEGIN");
    await other.query(`SELECT FROM ${held} WHERE id = $1 FOR NO KEY UPDATE`, [id]);
    const done = work();
    await untilBlocked(other);
    const { rows } = await sql.query(
      "SELECT id FROM qr_code WHERE id = ANY($1) ORDER BY id FOR UPDATE SKIP LOCKED",
      [ids],
    );
    await other.query("ROLLBACK");
    await done;
    const free = new Set(rows.map((row) => row.id));
    return ids.filter((one) => !free.has(one));
  }

  async function deleteDue(): Promise<void> {
    await softDeleteCodes(caller, ids);
    await sql.query("UPDATE qr_code SET purge_after = now() - interval '1 second' WHERE id = ANY($1)", [ids]);
    await deleteSoftDeleted();
  }

  it.each<[string, () => Promise<unknown>]>([
    ["deleting a code", () => deleteCode(caller, ids[0]!)],
    ["deleting codes", () => deleteCodes(caller, ids)],
    ["deleting expired sandbox codes", () => deleteExpiredSandbox(new Date(Date.now() + 40 * 86_400_000))],
    ["deleting soft-deleted codes", deleteDue],
    ["deleting the account", () => deleteAccount(caller.accountId)],
  ])("O2: %s locks no codes while it waits for the account", async (_, work) => {
    expect(await findLocked("account", caller.accountId, work)).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["deleting codes", () => deleteCodes(caller, ids.toReversed())],
    ["soft-deleting codes", () => softDeleteCodes(caller, ids.toReversed())],
    ["restoring codes", () => restoreCodes(caller, ids.toReversed())],
    ["deleting the account", () => deleteAccount(caller.accountId)],
  ])("O2: %s locks only codes with lower ids while it waits for a code", async (_, work) => {
    expect(await findLocked("qr_code", ids[2]!, work)).toEqual(ids.slice(0, 3));
  });
});

/** A connection tells what it met when it ends. */
async function countDeadlocks(): Promise<number> {
  await closeDatabase();
  const { rows } = await other.query(
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  return rows[0].deadlocks;
}

it("O2: concurrent deletions of accounts and codes, creates and scans never deadlock", async () => {
  const owners = await Promise.all(Array.from({ length: 10 }, () => newCodes(30)));
  const codes = owners.flatMap(({ caller, ids }) =>
    ids.map((codeId) => ({ codeId, accountId: caller.accountId, isSandbox: true })),
  );
  const recorder = newRecorder();
  let isOver = false;
  const scans = async () => {
    while (!isOver) await Promise.all(codes.map((code) => recorder.record(newVisit(code))));
  };
  const running = [scans(), scans()];
  for (const { caller, ids } of owners) {
    const deletions = [0, 10].map((from) => deleteCodes(caller, ids.slice(from, from + 10)));
    const all = [...deletions, createCode(caller, dynamic), deleteAccount(caller.accountId)];
    // Who comes after the account's deletion finds it gone.
    await Promise.allSettled(all);
    await all.at(-1);
  }
  isOver = true;
  await Promise.all(running);
  expect(await countDeadlocks()).toBe(0);
});
