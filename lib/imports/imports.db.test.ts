import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode, readCodeCounts, readCodeRows } from "@/e2e/support/codes";
import { addListener, readEvents } from "@/e2e/support/events";
import { changePlan, deleteAccount } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { createCodes, deleteCodes } from "@/lib/codes";
import { deleteSetAside } from "@/lib/codes/aside";
import { doOnce } from "@/lib/idempotency";
import { entitlements, plans } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createPreset } from "@/lib/presets";
import {
  advanceImport,
  bringImportBack,
  checkRows,
  createImport,
  deleteOldImports,
  getImport,
  listImports,
  setImportAside,
  sweepImports,
} from "./index";
import type { NewImport } from "./input-schema";
import { findLot, settleLot } from "./make/lots";
import { makeLot } from "./make/make-lot";
import { type ImportRow, lotSize } from "./schema";

let caller: Caller;
beforeEach(async () => {
  caller = await newCaller();
});

async function newCaller(): Promise<Caller> {
  const account = await newAccount("pro");
  return { ...callerOf(account, "pro"), userId: account.userId };
}

const rowAt = (row: number, more: Partial<ImportRow> = {}): ImportRow => ({
  row,
  name: `Table ${row}`,
  type: "url",
  content: `https://halden.example/t/${row}`,
  isDynamic: true,
  ...more,
});
const rows = (count: number) => Array.from({ length: count }, (_, at) => rowAt(at + 2));
const inputOf = (made: ImportRow[], more: Partial<NewImport> = {}): NewImport => ({
  name: "tables.csv",
  presetId: null,
  rows: made,
  leftOut: [],
  ...more,
});

async function finish(id: string) {
  for (;;) {
    const progress = await advanceImport(caller, id);
    if (progress.isFinished) return progress;
  }
}

/** A fault's code, for what is refused. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (fault) => fault.code,
  );

const namesOf = async (who: Caller = caller) =>
  (await readCodeRows(who.accountId)).map(({ name }) => name).sort();

describe("an import", () => {
  it("of 500 rows is made lot by lot, each row once and in the order of the file", async () => {
    const { id } = await createImport(caller, inputOf(rows(500)));
    expect(await readCodeRows(caller.accountId)).toEqual([]);
    const seen: number[] = [];
    for (;;) {
      const { done, made, isFinished } = await advanceImport(caller, id);
      expect(made).toBe(done);
      seen.push(done);
      if (isFinished) break;
    }
    expect(seen).toEqual(Array.from({ length: 500 / lotSize }, (_, at) => (at + 1) * lotSize));
    const made = await getImport(caller, id);
    expect(made).toMatchObject({ total: 500, done: 500, made: 500, faults: [], scans: 0 });
    const stored = new Map((await readCodeRows(caller.accountId)).map((code) => [code.id, code.name]));
    expect(made.codeIds.map((codeId) => stored.get(codeId))).toEqual(rows(500).map(({ name }) => name));
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ counted: 500, countedDynamic: 500 });
    const { rows: kept } = await sql.query("SELECT rows FROM code_import WHERE id = $1", [id]);
    expect(kept).toEqual([{ rows: { rows: [] } }]);
  });

  it("tells of each code once, as any create does", async () => {
    await addListener(caller, { events: ["qr.created"] });
    const { id } = await createImport(caller, inputOf(rows(lotSize + 3)));
    await finish(id);
    const told = (await readEvents(caller, "qr.created")).map(({ body }) => body.data.name);
    expect(told.sort()).toEqual(await namesOf());
  });

  it("makes what can be made; the others are its faults, with their rows, and those left out before", async () => {
    const leftOut = {
      row: 9,
      name: "",
      type: "Link",
      content: "x",
      kind: "Dyn",
      error: "A name is missing.",
    };
    const faulty = [
      rowAt(3, { content: "halden.example" }),
      rowAt(5, { type: "Link" }),
      rowAt(6, { name: " ", type: "wifi", content: '{"ssid":"x","password":"short"}', isDynamic: false }),
    ];
    const input = inputOf([rowAt(2), faulty[0]!, rowAt(4), ...faulty.slice(1)], { leftOut: [leftOut] });
    const { id } = await createImport(caller, input);
    expect(await finish(id)).toMatchObject({ total: 5, done: 5, made: 2 });
    const { faults } = await getImport(caller, id);
    expect(faults.map(({ row, code, kind }) => [row, code, kind])).toEqual([
      [3, "invalid_url", "dynamic"],
      [5, "validation_failed", "dynamic"],
      [6, "invalid_content", "static"],
      [9, "left_out", "Dyn"],
    ]);
    expect(faults[0]).toMatchObject({
      content: "halden.example",
      error: expect.stringContaining("https://"),
    });
    expect(await namesOf()).toEqual(["Table 2", "Table 4"]);
  });

  it("has the look of a preset, and of one that is gone nothing is begun", async () => {
    const settings = { color: { dark: "#17472F", light: "#FFFFFF" } };
    const { id: presetId } = await createPreset(caller, { name: "House", settings });
    const { id } = await createImport(caller, inputOf(rows(2), { presetId }));
    await finish(id);
    const { rows: looks } = await sql.query("SELECT settings FROM qr_code WHERE account_id = $1", [
      caller.accountId,
    ]);
    expect(looks.map((look) => look.settings)).toEqual(Array(2).fill({ ...settings, size: 1_024 }));
    const foreign = await newCaller();
    expect(await codeOf(createImport(foreign, inputOf(rows(1), { presetId })))).toBe("not_found");
    expect(await listImports(foreign)).toEqual([]);
  });

  it("Q1: ends where the quota does; what does not fit is a fault of its row", async () => {
    const room = 7;
    const fill = entitlements.pro.codes - room;
    await sql.query("UPDATE account SET code_count = $2 WHERE id = $1", [caller.accountId, fill]);
    const { id } = await createImport(caller, inputOf(rows(lotSize + 5)));
    expect(await finish(id)).toMatchObject({ done: lotSize + 5, made: room });
    const { faults } = await getImport(caller, id);
    expect(new Set(faults.map(({ code }) => code))).toEqual(new Set(["quota_exceeded"]));
    expect(faults.map(({ row }) => row)).toEqual(
      rows(lotSize + 5)
        .slice(room)
        .map(({ row }) => row),
    );
  });

  it("Q3: ends in words when the plan no longer has it", async () => {
    const { id } = await createImport(caller, inputOf(rows(lotSize + 5)));
    await advanceImport(caller, id);
    await changePlan(caller.accountId, "starter");
    expect(await advanceImport(caller, id)).toMatchObject({
      done: lotSize + 5,
      made: lotSize,
      isFinished: true,
    });
    const { faults } = await getImport(caller, id);
    expect(faults).toHaveLength(5);
    expect(faults[0]).toMatchObject({ code: "plan_required", error: "Importing codes is part of Pro" });
  });

  it("one that rests for a day is ended", async () => {
    const { id } = await createImport(caller, inputOf(rows(3)));
    await sql.query("UPDATE code_import SET created_at = now() - interval '25 hours' WHERE id = $1", [id]);
    expect(await advanceImport(caller, id)).toMatchObject({ made: 0, isFinished: true });
    expect((await getImport(caller, id)).faults.map(({ code }) => code)).toEqual(
      Array(3).fill("unavailable"),
    );
  });
});

describe("exactly once", () => {
  it("when it dies right before the commit: the lot is there or not, with its note", async () => {
    const { id } = await createImport(caller, inputOf(rows(lotSize + 1)));
    await advanceImport(caller, id);
    const lot = await findLot(caller.accountId, id);
    const died = createCodes(
      caller,
      lot!.rows.map(() => plainCode),
      async (tx, answer) => {
        expect(await settleLot(tx, lot!, answer)).toBe(true);
        throw new Error("killed");
      },
    );
    await expect(died).rejects.toThrow("killed");
    expect(await getImport(caller, id)).toMatchObject({ done: lotSize, made: lotSize, finishedAt: null });
    expect(await finish(id)).toMatchObject({ made: lotSize + 1 });
    expect(await namesOf()).toEqual(
      rows(lotSize + 1)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it("by two at the same lot: one stores it, the other's work is undone", async () => {
    const { id } = await createImport(caller, inputOf(rows(lotSize)));
    const lot = (await findLot(caller.accountId, id))!;
    const items = lot.rows.map(({ row: _, ...row }) => row);
    const store = () =>
      createCodes(caller, items, async (tx, answer) => {
        if (!(await settleLot(tx, lot, answer))) throw new Error("done already");
      });
    const outcomes = await Promise.allSettled([store(), store(), store()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await namesOf()).toEqual(
      rows(lotSize)
        .map(({ name }) => name)
        .sort(),
    );
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: lotSize, counted: lotSize });
  });

  it("by many drivers at once: pages that watch and sweeps", async () => {
    const { id } = await createImport(caller, inputOf(rows(130)));
    const drive = async () => {
      while (!(await advanceImport(caller, id)).isFinished);
    };
    await Promise.all([drive(), drive(), sweepImports(0), drive(), makeLot(caller.accountId, id)]);
    expect(await namesOf()).toEqual(
      rows(130)
        .map(({ name }) => name)
        .sort(),
    );
    expect((await getImport(caller, id)).codeIds).toHaveLength(130);
  });

  it("of a form that comes twice: one import", async () => {
    const form = { caller, name: "new import", key: "a-key-of-the-page", fields: { rows: 3 } };
    const begin = () =>
      doOnce(
        form,
        ({ id }: { id: string }) => ({ id }),
        (keep) => createImport(caller, inputOf(rows(3)), keep),
      );
    const first = await begin();
    expect(await begin()).toEqual(first);
    expect(await listImports(caller)).toHaveLength(1);
  });

  it("one import of an account at a time, the next once it is done", async () => {
    const both = await Promise.allSettled([
      createImport(caller, inputOf(rows(2))),
      createImport(caller, inputOf(rows(3))),
    ]);
    const refused = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ details: [{ code: "import_running" }] });
    const [running] = await listImports(caller);
    await finish(running!.id);
    await createImport(caller, inputOf(rows(1)));
    expect(await listImports(caller)).toHaveLength(2);
  });
});

describe("the sweep", () => {
  it("moves on what nobody has for three seconds, to its end, and leaves what somebody watches", async () => {
    const { id } = await createImport(caller, inputOf(rows(lotSize * 2 + 1)));
    await advanceImport(caller, id);
    await sweepImports();
    expect(await getImport(caller, id)).toMatchObject({ done: lotSize });
    await sql.query("UPDATE code_import SET updated_at = now() - interval '3 s' WHERE id = $1", [id]);
    expect(await sweepImports()).toBeGreaterThanOrEqual(lotSize + 1);
    expect(await getImport(caller, id)).toMatchObject({
      made: lotSize * 2 + 1,
      finishedAt: expect.any(String),
    });
  });

  it("goes on with others when one fails", async () => {
    const other = await newCaller();
    const { id: broken } = await createImport(caller, inputOf(rows(2)));
    const { id } = await createImport(other, inputOf(rows(2)));
    await sql.query(
      `UPDATE code_import SET rows = '{"rows":[7]}', updated_at = now() - interval '9 s' WHERE id = $1`,
      [broken],
    );
    await sql.query("UPDATE code_import SET updated_at = now() - interval '5 s' WHERE id = $1", [id]);
    await sweepImports();
    expect(await getImport(other, id)).toMatchObject({ made: 2 });
    await sql.query("DELETE FROM code_import WHERE id = $1", [broken]);
  });

  it("forgets imports after 30 days, and never their codes", async () => {
    const { id } = await createImport(caller, inputOf(rows(2)));
    await finish(id);
    await sql.query("UPDATE code_import SET finished_at = now() - interval '29 days' WHERE id = $1", [id]);
    await deleteOldImports();
    expect(await listImports(caller)).toHaveLength(1);
    await sql.query("UPDATE code_import SET finished_at = now() - interval '31 days' WHERE id = $1", [id]);
    await deleteOldImports();
    expect(await listImports(caller)).toEqual([]);
    expect(await namesOf()).toHaveLength(2);
  });
});

describe("whose it is", () => {
  it("A5: another's import is not there, in any way", async () => {
    const { id } = await createImport(caller, inputOf(rows(2)));
    const foreign = await newCaller();
    for (const asked of [id, newId(), "nothing"]) {
      const ways = [getImport, advanceImport, setImportAside, bringImportBack];
      for (const way of ways) expect(await codeOf(way(foreign, asked)), way.name).toBe("not_found");
    }
    expect(await listImports(foreign)).toEqual([]);
    expect(await getImport(caller, id)).toMatchObject({ done: 0 });
  });

  it.each(plans)("%s: begins and checks one, or is told which plan does", async (plan) => {
    const account = await newAccount(plan);
    const who = { ...callerOf(account, plan), userId: account.userId };
    const expected = entitlements[plan].bulk ? "done" : "plan_required";
    expect(await codeOf(checkRows(who, { presetId: null, rows: rows(1) }))).toBe(expected);
    expect(await codeOf(createImport(who, inputOf(rows(1))))).toBe(expected);
    expect(await listImports(who)).toHaveLength(expected === "done" ? 1 : 0);
  });

  it("goes with its account", async () => {
    const { id } = await createImport(caller, inputOf(rows(2)));
    await deleteAccount(caller.accountId);
    expect(await makeLot(caller.accountId, id)).toBe(0);
    expect((await sql.query("SELECT FROM code_import WHERE id = $1", [id])).rowCount).toBe(0);
  });

  it("keeps the last 50 of an account", async () => {
    for (let at = 0; at < 51; at += 1) {
      const { id } = await createImport(caller, inputOf([rowAt(2, { content: "no address" })]));
      await finish(id);
    }
    const { rowCount } = await sql.query("SELECT FROM code_import WHERE account_id = $1", [caller.accountId]);
    expect(rowCount).toBe(50);
  });
});

describe("a check", () => {
  it("finds what the server alone can see, stores nothing and asks for no room", async () => {
    await sql.query("UPDATE account SET code_count = 500 WHERE id = $1", [caller.accountId]);
    const faulty = [
      rowAt(2),
      rowAt(7, { content: "https://user:secret@halden.example/" }),
      rowAt(8, { type: "text", content: "x".repeat(4_000), isDynamic: false }),
    ];
    const found = await checkRows(caller, { presetId: null, rows: faulty });
    expect(found.map(({ row, details }) => [row, details[0]?.code])).toEqual([
      [7, "not_allowed"],
      [8, "too_long"],
    ]);
    expect(await readCodeRows(caller.accountId)).toEqual([]);
  });
});

describe("taking an import back", () => {
  it("sets all its codes aside and brings them back, those that are still there", async () => {
    const { id } = await createImport(caller, inputOf(rows(120)));
    await finish(id);
    const { codeIds } = await getImport(caller, id);
    await deleteCodes(caller, codeIds.slice(0, 1));
    const { until, count } = await setImportAside(caller, id);
    expect([count, Date.parse(until) > Date.now()]).toEqual([119, true]);
    expect(await getImport(caller, id)).toMatchObject({ codeIds: [], undoUntil: null, made: 120 });
    expect(await bringImportBack(caller, id)).toEqual({ count: 119 });
    expect((await getImport(caller, id)).codeIds).toEqual(codeIds.slice(1));
    await setImportAside(caller, id);
    await sql.query("UPDATE qr_code SET set_aside_until = now() WHERE account_id = $1", [caller.accountId]);
    await deleteSetAside();
    expect(await codeOf(bringImportBack(caller, id))).toBe("not_found");
    expect(await codeOf(setImportAside(caller, id))).toBe("not_found");
    expect(await readCodeRows(caller.accountId)).toEqual([]);
  });

  it("is for a day, and for an import that is done", async () => {
    const { id } = await createImport(caller, inputOf(rows(lotSize + 1)));
    await advanceImport(caller, id);
    expect(await codeOf(setImportAside(caller, id))).toBe("not_found");
    await finish(id);
    await sql.query("UPDATE code_import SET finished_at = now() - interval '25 hours' WHERE id = $1", [id]);
    expect(await codeOf(setImportAside(caller, id))).toBe("not_found");
    expect((await getImport(caller, id)).undoUntil).toBeNull();
    expect(await namesOf()).toHaveLength(lotSize + 1);
  });
});
