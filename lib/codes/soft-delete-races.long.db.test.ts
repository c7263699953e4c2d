import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { untilBlocked } from "@/e2e/support/blocked";
import { plainCode, readCodeCounts, readCodeRows } from "@/e2e/support/codes";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import { addListener, readEvents } from "@/e2e/support/events";
import {
  type DomainProcess,
  startDomainProcesses,
  stopDomainProcesses,
} from "@/e2e/support/process/domain-processes";
import type { Job } from "@/e2e/support/process/domain-worker";
import { seeded } from "@/e2e/support/seeded";
import type { Caller } from "@/lib/accounts/schema";
import { setDatabaseUrl, sql } from "@/lib/platform/db";
import { deleteCode, getCode, updateCode } from "./";
import { createCodes } from "./bulk";
import { deleteSoftDeleted, restoreCodes, softDeleteCodes } from "./soft-delete";

const processCount = 3;
let database: SpareDatabase;
let other: pg.Client;
let processes: DomainProcess[];
let caller: Caller;
let ids: string[];

beforeAll(async () => {
  database = await createMigratedDatabase();
  setDatabaseUrl(database.url);
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
  processes = await startDomainProcesses(database.url, processCount);
});
afterAll(async () => {
  await Promise.all([stopDomainProcesses(processes), other.end()]);
  await database.drop();
});

beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  await addListener(caller, { events: ["qr.deleted", "qr.updated"] });
  const { created } = await createCodes(caller, Array(40).fill({ ...plainCode, isDynamic: true }));
  ids = created.map(({ id }) => id);
});

const makeDue = () =>
  sql.query(
    "UPDATE qr_code SET purge_after = now() - interval '1 second' WHERE account_id = $1 AND purge_after IS NOT NULL",
    [caller.accountId],
  );

const told = async (type: "qr.deleted" | "qr.updated") =>
  (await readEvents(caller, type)).map(({ body }) => body.data.id).sort();

/** Runs `work` while another connection has changed a code and not yet committed; it commits once `work` waits. */
async function behind(change: string, id: string, work: () => Promise<unknown>): Promise<unknown> {
  await other.query("BEGIN");
  await other.query(`${change} WHERE id = $1`, [id]);
  const done = work().then(
    () => "done",
    (fault) => fault.code,
  );
  await untilBlocked(other);
  await other.query("COMMIT");
  return done;
}

const aside = "UPDATE qr_code SET purge_after = now() + interval '1 hour'";
const back = "UPDATE qr_code SET purge_after = NULL";

it("Q1: the purge leaves a code whose undo commits first", async () => {
  await softDeleteCodes(caller, ids);
  await makeDue();
  expect(await behind(back, ids[7]!, deleteSoftDeleted)).toBe("done");
  expect((await readCodeRows(caller.accountId)).map(({ id }) => id)).toEqual([ids[7]]);
  expect(await told("qr.deleted")).toEqual(ids.filter((id) => id !== ids[7]).sort());
  expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 1, counted: 1, countedDynamic: 1 });
});

it("Q1: an undo that waits for the purge answers not_found", async () => {
  await softDeleteCodes(caller, [ids[0]!]);
  expect(await behind("DELETE FROM qr_code", ids[0]!, () => restoreCodes(caller, [ids[0]!]))).toBe(
    "not_found",
  );
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ["deletion", (id) => deleteCode(caller, id)],
  ["change", (id) => updateCode(caller, id, { content: "https://example.com/later" })],
  ["second soft delete", (id) => softDeleteCodes(caller, [id])],
])("Q1: a %s that waits for a soft deletion answers not_found", async (_, work) => {
  const id = ids[0]!;
  expect(await behind(aside, id, () => work(id))).toBe("not_found");
  expect((await restoreCodes(caller, [id])).map((code) => code.id)).toEqual([id]);
  expect((await getCode(caller, id)).content).toBe(plainCode.content);
  expect([await told("qr.deleted"), await told("qr.updated")]).toEqual([[], []]);
});

it("O2: an account whose purge fails does not hold up others and is purged later", async () => {
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => callerOf(await newAccount("pro"), "pro")),
  );
  await softDeleteCodes(caller, [ids[0]!]);
  for (const one of others) {
    const { created } = await createCodes(one, [plainCode]);
    await softDeleteCodes(one, [created[0]!.id]);
  }
  // It is due before all the others, and its counter is so wrong that no place can be given back.
  await sql.query(
    `UPDATE qr_code SET purge_after = now() - CASE WHEN account_id = $1 THEN interval '1 hour' ELSE interval '0' END
     WHERE purge_after IS NOT NULL`,
    [caller.accountId],
  );
  const setCounter = (count: number) =>
    sql.query("UPDATE account SET code_count = $2 WHERE id = $1", [caller.accountId, count]);
  await setCounter(-2_147_483_648);
  expect(await deleteSoftDeleted()).toBe(3);
  for (const one of others) expect(await readCodeRows(one.accountId)).toEqual([]);
  expect(await readCodeRows(caller.accountId)).toHaveLength(40);
  await setCounter(40);
  expect(await deleteSoftDeleted()).toBe(1);
  expect(await told("qr.deleted")).toEqual([ids[0]]);
});

it("Q1: concurrent soft-delete, restore, delete and purge in three processes delete each code at most once", async () => {
  const random = seeded(6);
  // Whatever the order, one stays and one goes: nobody deletes the first, and nobody restores the last.
  const [kept, lost] = [ids[0]!, ids.at(-1)!];
  await softDeleteCodes(caller, ids);
  await makeDue();
  await restoreCodes(caller, [kept]);
  const jobs = ids.flatMap((id): Job[] => {
    const restore: Job = { do: "restore", caller, ids: [id] };
    const remove: Job = { do: "delete", caller, ids: [id] };
    if (id === kept) return [restore, restore];
    return id === lost ? [remove] : [restore, remove, { do: "soft-delete", caller, ids: [id] }, restore];
  });
  for (let at = 0; at < ids.length; at += 4) {
    jobs.push(
      { do: "delete what is due" },
      { do: "soft-delete", caller, ids: ids.slice(Math.max(1, at)).reverse() },
    );
  }
  const order = jobs.map((job) => ({ job, at: random() })).sort((one, two) => one.at - two.at);
  const done = await Promise.all(order.map(({ job }, at) => processes[at % processCount]!.perform(job)));
  const rows = await readCodeRows(caller.accountId);
  const left = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !left.has(id));
  expect(done.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(gone.length);
  expect(await told("qr.deleted")).toEqual(gone.sort());
  expect(await readCodeCounts(caller.accountId)).toEqual({
    codes: left.size,
    dynamic: left.size,
    counted: left.size,
    countedDynamic: left.size,
  });
  expect([left.has(kept), left.has(lost)]).toEqual([true, false]);
});
