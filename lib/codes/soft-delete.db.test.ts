import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { firstPage, plainCode, readCodeCounts, readCodeRows } from "@/e2e/support/codes";
import { addListener, readEvents } from "@/e2e/support/events";
import { newVisit, openRecorders } from "@/e2e/support/visits";
import type { Caller } from "@/lib/accounts/schema";
import { readAnalytics } from "@/lib/analytics";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createSandboxScans, listScans } from "@/lib/scans";
import { findTarget } from "@/lib/targets";
import { deleteAccount } from "@/lib/users";
import { createCode, deleteCode, deleteCodes, getCode, listCodes, renderCode, updateCode } from "./";
import { createCodes } from "./bulk";
import { type DrawnCode, undoSeconds } from "./schema";
import { deleteSoftDeleted, restoreCodes, softDeleteCodes } from "./soft-delete";
import { listTargets, restoreTarget } from "./target-history";

const { newRecorder } = openRecorders();
const recorder = newRecorder();
const dynamic = { ...plainCode, isDynamic: true };

let caller: Caller;
let code: DrawnCode;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  code = await createCode(caller, dynamic);
});

/** As if its time to undo were over. */
const pass = () =>
  sql.query(
    "UPDATE qr_code SET purge_after = now() - interval '1 second' WHERE account_id = $1 AND purge_after IS NOT NULL",
    [caller.accountId],
  );

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (fault) => fault.code,
  );

/** Every way by which a caller reaches one of its codes. */
const ways: Record<string, (id: string) => Promise<unknown>> = {
  get: (id) => getCode(caller, id),
  update: (id) => updateCode(caller, id, { name: "Other" }),
  "update nothing": (id) => updateCode(caller, id, {}),
  delete: (id) => deleteCode(caller, id),
  image: (id) => renderCode(caller, id, { format: "svg" }),
  targets: (id) => listTargets(caller, id),
  restore: async (id) => {
    const { rows } = await sql.query("SELECT id FROM target_change WHERE qr_code_id = $1", [id]);
    return restoreTarget(caller, id, rows[0]?.id ?? newId());
  },
  scans: (id) => listScans(caller, { qrCodeId: id, page: 1, limit: 20 }),
  analytics: (id) => readAnalytics(caller, { qrCodeId: id, timeRange: "7d", includeScans: false }),
  "scans of a sandbox": (id) => createSandboxScans(caller, { qrCodeId: id, count: 1 }, "127.0.0.1"),
  "soft-delete": (id) => softDeleteCodes(caller, [id]),
};

describe("a soft-deleted code", () => {
  it.each(Object.keys(ways))("is not found: %s", async (way) => {
    await updateCode(caller, code.id, { content: "https://example.com/other" });
    const other = await createCode(caller, dynamic);
    await softDeleteCodes(caller, [code.id]);
    const before = await readCodeRows(caller.accountId);
    expect(await codeOf(ways[way]!(code.id))).toBe("not_found");
    expect(await readCodeRows(caller.accountId)).toEqual(before);
    // One that is in use is reached in the same way: else the test would say nothing.
    await updateCode(caller, other.id, { content: "https://example.com/other" });
    expect(await codeOf(ways[way]!(other.id))).toBe("done");
  });

  it("is left out of lists, totals and rankings, and not found by a bulk deletion", async () => {
    const other = await createCode(caller, { ...dynamic, name: "Other" });
    for (const { id } of [code, other]) {
      await recorder.record(newVisit({ codeId: id, accountId: caller.accountId, isSandbox: false }));
    }
    await softDeleteCodes(caller, [code.id]);
    for (const filter of [{}, { search: "e" }, { isDynamic: true }, { type: "url" as const }]) {
      const { data, pagination } = await listCodes(caller, { ...firstPage, ...filter });
      expect([data.map(({ id }) => id), pagination.total]).toEqual([[other.id], 1]);
    }
    const { summary, topQRCodes } = await readAnalytics(caller, { timeRange: "7d", includeScans: false });
    expect([summary.totalQRCodes, topQRCodes.map(({ id }) => id)]).toEqual([1, [other.id]]);
    expect(await deleteCodes(caller, [code.id])).toMatchObject({ deleted: 0, notFound: [code.id] });
  });

  it("gives its place among the most scanned codes to the next one", async () => {
    const { created } = await createCodes(caller, Array(11).fill(dynamic));
    for (const [at, { id }] of created.entries()) {
      const visited = { codeId: id, accountId: caller.accountId, isSandbox: false };
      await Promise.all(Array.from({ length: 12 - at }, () => recorder.record(newVisit(visited))));
    }
    const readTop = async () =>
      (await readAnalytics(caller, { timeRange: "7d", includeScans: false })).topQRCodes.map(({ id }) => id);
    const ids = created.map(({ id }) => id);
    expect(await readTop()).toEqual(ids.slice(0, 10));
    await softDeleteCodes(caller, [ids[3]!, ids[5]!]);
    expect(await readTop()).toEqual(ids.filter((_, at) => at !== 3 && at !== 5));
  });

  it("keeps its place in the quota, redirects and counts scans", async () => {
    const free: Caller = { ...callerOf(await newAccount("free"), "free") };
    const { id, shortUrl } = await createCode(free, dynamic);
    await createCodes(free, Array(9).fill(plainCode));
    await softDeleteCodes(free, [id]);
    expect(await codeOf(createCode(free, plainCode))).toBe("quota_exceeded");
    expect(await findTarget(shortUrl!.slice(-8))).toMatchObject({ codeId: id, url: plainCode.content });
    const visited = { codeId: id, accountId: free.accountId, isSandbox: false };
    expect(await recorder.record(newVisit(visited))).toMatchObject({ outcome: "counted" });
    await restoreCodes(free, [id]);
    expect(await getCode(free, id)).toMatchObject({ scanCount: 1 });
    // Who polls misses nothing: it is in the list of the account's scans all the time.
    await softDeleteCodes(free, [id]);
    expect((await listScans(free, { page: 1, limit: 20 })).data).toHaveLength(1);
  });

  it("is restored exactly as it was, without any events", async () => {
    await addListener(caller, { events: ["qr.created", "qr.updated", "qr.deleted"] });
    await updateCode(caller, code.id, { content: "https://example.com/other" });
    const told = await readEvents(caller);
    const before = await sql.query("SELECT to_jsonb(c) AS row FROM qr_code c WHERE id = $1", [code.id]);
    const history = await listTargets(caller, code.id);
    await softDeleteCodes(caller, [code.id]);
    expect(await restoreCodes(caller, [code.id])).toEqual([{ id: code.id, name: code.name }]);
    const after = await sql.query("SELECT to_jsonb(c) AS row FROM qr_code c WHERE id = $1", [code.id]);
    expect(after.rows).toEqual(before.rows);
    expect(await listTargets(caller, code.id)).toEqual(history);
    await deleteSoftDeleted();
    expect((await getCode(caller, code.id)).id).toBe(code.id);
    expect(await readEvents(caller)).toEqual(told);
  });

  it("is deleted with its account", async () => {
    await softDeleteCodes(caller, [code.id]);
    await deleteAccount(caller.accountId);
    expect(await readCodeRows(caller.accountId)).toEqual([]);
    expect(await codeOf(restoreCodes(caller, [code.id]))).toBe("not_found");
    await deleteSoftDeleted();
  });
});

describe("soft delete and restore", () => {
  it("returns the undo deadline by the database clock and the names of the codes", async () => {
    const other = await createCode(caller, { ...plainCode, name: "Other" });
    const { rows } = await sql.query<{ now: Date }>("SELECT clock_timestamp() AS now");
    const { until, codes } = await softDeleteCodes(caller, [code.id, newId(), other.id, code.id, "nothing"]);
    const later = (await sql.query<{ now: Date }>("SELECT clock_timestamp() AS now")).rows[0]!.now;
    expect(Date.parse(until)).toBeGreaterThanOrEqual(rows[0]!.now.getTime() + undoSeconds * 1_000);
    // PostgreSQL rounds what it stores to the millisecond; a Date cuts off the rest.
    expect(Date.parse(until)).toBeLessThanOrEqual(later.getTime() + undoSeconds * 1_000 + 1);
    expect(codes.map(({ name }) => name).sort()).toEqual(["Menu", "Other"]);
  });

  it("A5: answers not_found for codes of another account or environment and leaves them unchanged", async () => {
    const foreign = callerOf(await newAccount("pro"), "pro");
    const strangers = [foreign, { ...caller, environment: "sandbox" as const }];
    for (const who of strangers) expect(await codeOf(softDeleteCodes(who, [code.id]))).toBe("not_found");
    expect((await getCode(caller, code.id)).id).toBe(code.id);
    await softDeleteCodes(caller, [code.id]);
    for (const who of strangers) expect(await codeOf(restoreCodes(who, [code.id]))).toBe("not_found");
    expect(await codeOf(getCode(caller, code.id))).toBe("not_found");
  });

  it("can be undone late or twice until the purge has run", async () => {
    await softDeleteCodes(caller, [code.id]);
    await pass();
    for (let time = 0; time < 2; time += 1) {
      expect(await restoreCodes(caller, [code.id])).toEqual([{ id: code.id, name: code.name }]);
    }
    await softDeleteCodes(caller, [code.id]);
    await pass();
    await deleteSoftDeleted();
    expect(await codeOf(restoreCodes(caller, [code.id]))).toBe("not_found");
  });

  it("restores those codes that still exist", async () => {
    const { created } = await createCodes(caller, Array(3).fill(plainCode));
    const ids = created.map(({ id }) => id);
    await softDeleteCodes(caller, ids);
    await sql.query("UPDATE qr_code SET purge_after = now() - interval '1 second' WHERE id = $1", [ids[1]]);
    await deleteSoftDeleted();
    const back = await restoreCodes(caller, ids);
    expect(back.map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort());
  });

  it.each([
    [0, "validation_failed"],
    [501, "bulk_limit_exceeded"],
  ])("refuses %i ids as a whole", async (count, refusal) => {
    expect(await codeOf(softDeleteCodes(caller, Array(count).fill(code.id)))).toBe(refusal);
    expect(await codeOf(restoreCodes(caller, Array(count).fill(code.id)))).toBe(refusal);
    expect((await getCode(caller, code.id)).id).toBe(code.id);
  });
});

describe("purging soft-deleted codes", () => {
  it("O8: deletes only due codes, with their scans and places in the quota, and sends one event", async () => {
    await addListener(caller, { events: ["qr.deleted"] });
    const other = await createCode(caller, dynamic);
    await recorder.record(newVisit({ codeId: code.id, accountId: caller.accountId, isSandbox: false }));
    await softDeleteCodes(caller, [code.id]);
    await deleteSoftDeleted();
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 2, counted: 2 });
    await pass();
    await deleteSoftDeleted();
    await deleteSoftDeleted();
    expect((await readCodeRows(caller.accountId)).map(({ id }) => id)).toEqual([other.id]);
    expect(await readCodeCounts(caller.accountId)).toEqual({
      codes: 1,
      dynamic: 1,
      counted: 1,
      countedDynamic: 1,
    });
    expect((await sql.query("SELECT FROM scan WHERE qr_code_id = $1", [code.id])).rowCount).toBe(0);
    const events = await readEvents(caller, "qr.deleted");
    expect(events.map(({ body }) => body.data)).toEqual([
      {
        id: code.id,
        name: code.name,
        type: "url",
        isDynamic: true,
        shortUrl: code.shortUrl,
        deletedAt: expect.any(String),
      },
    ]);
  });
});
