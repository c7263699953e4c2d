import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { readCodeCounts, readCodeRows } from "@/e2e/support/codes";
import { insertDomain } from "@/e2e/support/domains";
import { addListener, readEvents } from "@/e2e/support/events";
import { finish, importOf, namesOf, newImporter, rowAt, rowsOf } from "@/e2e/support/imports";
import { changePlan } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { deleteCodes, getCode } from "@/lib/codes";
import { deleteSoftDeleted } from "@/lib/codes/soft-delete";
import { entitlements, plans } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createPreset, deletePreset } from "@/lib/presets";
import { deleteAccount } from "@/lib/users";
import {
  advanceImport,
  checkRows,
  createImport,
  getImport,
  listImports,
  restoreImport,
  softDeleteImport,
} from "./index";
import { createBatch } from "./process";
import { batchSize } from "./schema";

let caller: Caller;
beforeEach(async () => {
  caller = await newImporter();
});

/** A fault's code, for what is refused. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (fault) => fault.code,
  );

describe("an import", () => {
  it("creates 500 rows batch by batch, each once and in the order of the file", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(500)));
    expect(await readCodeRows(caller.accountId)).toEqual([]);
    const seen: number[] = [];
    for (;;) {
      const { done, made, isFinished } = await advanceImport(caller, id);
      expect(made).toBe(done);
      seen.push(done);
      if (isFinished) break;
    }
    expect(seen).toEqual(Array.from({ length: 500 / batchSize }, (_, at) => (at + 1) * batchSize));
    const made = await getImport(caller, id);
    expect(made).toMatchObject({ total: 500, done: 500, made: 500, faults: [], scans: 0 });
    const stored = new Map((await readCodeRows(caller.accountId)).map((code) => [code.id, code.name]));
    expect(made.codeIds.map((codeId) => stored.get(codeId))).toEqual(rowsOf(500).map(({ name }) => name));
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ counted: 500, countedDynamic: 500 });
    const { rows: kept } = await sql.query("SELECT rows FROM code_import WHERE id = $1", [id]);
    expect(kept).toEqual([{ rows: { rows: [] } }]);
  });

  it("sends one qr.created event per code", async () => {
    await addListener(caller, { events: ["qr.created"] });
    const { id } = await createImport(caller, importOf(rowsOf(batchSize + 3)));
    await finish(caller, id);
    const told = (await readEvents(caller, "qr.created")).map(({ body }) => body.data.name);
    expect(told.sort()).toEqual(await namesOf(caller));
  });

  it("creates the valid rows and reports the faulty and left-out ones with their row numbers", async () => {
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
    const input = importOf([rowAt(2), faulty[0]!, rowAt(4), ...faulty.slice(1)], { leftOut: [leftOut] });
    const { id } = await createImport(caller, input);
    expect(await finish(caller, id)).toMatchObject({ total: 5, done: 5, made: 2 });
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
    expect(await namesOf(caller)).toEqual(["Table 2", "Table 4"]);
  });

  it("stores the tags, note, archive flag and public image of a row, and reports a refused row's cells", async () => {
    const rows = [
      rowAt(2, { tags: ["Summer", "menus"], note: "Printed in May", archived: true, publicImage: true }),
      rowAt(3),
      rowAt(4, { tags: ["a/b"], note: null, archived: false, publicImage: false }),
    ];
    expect(await checkRows(caller, { presetId: null, rows })).toMatchObject([
      { row: 4, details: [{ field: "tags.0", code: "invalid_characters" }] },
    ]);
    const { id } = await createImport(caller, importOf(rows));
    await finish(caller, id);
    const { rows: stored } = await sql.query(
      "SELECT tags, note, is_archived, public_image FROM qr_code WHERE account_id = $1 ORDER BY name",
      [caller.accountId],
    );
    expect(stored).toEqual([
      { tags: ["menus", "summer"], note: "Printed in May", is_archived: true, public_image: true },
      { tags: [], note: null, is_archived: false, public_image: false },
    ]);
    const [fault] = (await getImport(caller, id)).faults;
    expect(fault).toMatchObject({ row: 4, tags: "a/b", note: "", archived: "no", publicImage: "no" });
  });

  it("assigns slugs to rows and reports a taken one as a fault, also within the file", async () => {
    const slug = `menu-${newId()}`;
    const rows = [rowAt(2, { slug }), rowAt(3, { slug: slug.toUpperCase() }), rowAt(4)];
    expect(await checkRows(caller, { presetId: null, rows })).toMatchObject([
      { row: 3, code: "slug_taken", details: [{ field: "slug", code: "slug_taken" }] },
    ]);
    const { id } = await createImport(caller, importOf(rows));
    await finish(caller, id);
    const { codeIds, faults } = await getImport(caller, id);
    expect(await Promise.all(codeIds.map(async (codeId) => (await getCode(caller, codeId)).slug))).toEqual([
      slug,
      null,
    ]);
    expect(faults).toMatchObject([{ row: 3, slug: slug.toUpperCase(), code: "slug_taken" }]);
  });

  it("puts rows on their domain and reports an unknown domain as a fault", async () => {
    const { host } = await insertDomain(caller);
    const rows = [rowAt(2, { domain: host }), rowAt(3, { domain: "go.example.org" }), rowAt(4)];
    expect(await checkRows(caller, { presetId: null, rows })).toMatchObject([
      { row: 3, code: "domain_not_verified", details: [{ field: "domain", code: "domain_not_verified" }] },
    ]);
    const { id } = await createImport(caller, importOf(rows));
    await finish(caller, id);
    const { codeIds, faults } = await getImport(caller, id);
    const codes = await Promise.all(codeIds.map((codeId) => getCode(caller, codeId)));
    expect(codes.map(({ domain }) => domain)).toEqual([host, null]);
    expect(faults).toMatchObject([{ row: 3, domain: "go.example.org", code: "domain_not_verified" }]);
  });

  it("puts rows with the domain 'service' on the service's own host despite a default domain", async () => {
    const account = await newAccount("pro");
    const caller = { ...callerOf(account, "pro"), userId: account.userId };
    const { host } = await insertDomain(caller, { isDefault: true });
    const { id } = await createImport(caller, importOf([rowAt(2, { domain: "service" }), rowAt(3)]));
    await finish(caller, id);
    const { codeIds } = await getImport(caller, id);
    const codes = await Promise.all(codeIds.map((codeId) => getCode(caller, codeId)));
    expect(codes.map(({ domain }) => domain)).toEqual([null, host]);
  });

  it("reports a row whose tags exceed the tag limit of the account", async () => {
    const tagsOf = (row: number) => Array.from({ length: 10 }, (_, at) => `tag ${row} ${at}`);
    const rows = Array.from({ length: 51 }, (_, at) => rowAt(at + 2, { tags: tagsOf(at) }));
    const faults = await checkRows(caller, { presetId: null, rows });
    expect(faults).toMatchObject([{ row: 52, code: "quota_exceeded", details: [{ field: "tags" }] }]);
  });

  it("applies a preset, and does not start with a preset that is deleted or of another account", async () => {
    const settings = { color: { dark: "#17472F", light: "#FFFFFF" } };
    const { id: presetId } = await createPreset(caller, { name: "House", settings });
    const { id } = await createImport(caller, importOf(rowsOf(2), { presetId }));
    await finish(caller, id);
    const { rows: looks } = await sql.query("SELECT settings FROM qr_code WHERE account_id = $1", [
      caller.accountId,
    ]);
    expect(looks.map((look) => look.settings)).toEqual(Array(2).fill({ ...settings, size: 1_024 }));
    const foreign = await newImporter();
    expect(await codeOf(createImport(foreign, importOf(rowsOf(1), { presetId })))).toBe("not_found");
    expect(await listImports(foreign)).toEqual([]);
    await deletePreset(caller, presetId);
    expect(await codeOf(createImport(caller, importOf(rowsOf(1), { presetId })))).toBe("not_found");
    expect(await listImports(caller)).toHaveLength(1);
  });

  it("Q1: stops at the quota and reports the remaining rows as faults", async () => {
    const room = 7;
    const fill = entitlements.pro.codes - room;
    await sql.query("UPDATE account SET code_count = $2 WHERE id = $1", [caller.accountId, fill]);
    const { id } = await createImport(caller, importOf(rowsOf(batchSize + 5)));
    expect(await finish(caller, id)).toMatchObject({ done: batchSize + 5, made: room });
    const { faults } = await getImport(caller, id);
    expect(new Set(faults.map(({ code }) => code))).toEqual(new Set(["quota_exceeded"]));
    expect(faults.map(({ row }) => row)).toEqual(
      rowsOf(batchSize + 5)
        .slice(room)
        .map(({ row }) => row),
    );
  });

  it("A2: stops with an error for the remaining rows after a downgrade", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(batchSize + 5)));
    await advanceImport(caller, id);
    await changePlan(caller.accountId, "starter");
    expect(await advanceImport(caller, id)).toMatchObject({
      done: batchSize + 5,
      made: batchSize,
      isFinished: true,
    });
    const { faults } = await getImport(caller, id);
    expect(faults).toHaveLength(5);
    expect(faults[0]).toMatchObject({ code: "plan_required", error: "Importing codes is part of Pro" });
  });

  it("is ended if it is still unfinished after a day", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(3)));
    await sql.query("UPDATE code_import SET created_at = now() - interval '25 hours' WHERE id = $1", [id]);
    expect(await advanceImport(caller, id)).toMatchObject({ made: 0, isFinished: true });
    expect((await getImport(caller, id)).faults.map(({ code }) => code)).toEqual(
      Array(3).fill("unavailable"),
    );
  });
});

describe("import ownership", () => {
  it("A5: answers not_found for imports of another account", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(2)));
    const foreign = await newImporter();
    for (const asked of [id, newId(), "nothing"]) {
      const ways = [getImport, advanceImport, softDeleteImport, restoreImport];
      for (const way of ways) expect(await codeOf(way(foreign, asked)), way.name).toBe("not_found");
    }
    expect(await listImports(foreign)).toEqual([]);
    expect(await getImport(caller, id)).toMatchObject({ done: 0 });
  });

  it.each(plans)("%s: checks and creates an import, or is refused with plan_required", async (plan) => {
    const account = await newAccount(plan);
    const who = { ...callerOf(account, plan), userId: account.userId };
    const expected = entitlements[plan].bulk ? "done" : "plan_required";
    expect(await codeOf(checkRows(who, { presetId: null, rows: rowsOf(1) }))).toBe(expected);
    expect(await codeOf(createImport(who, importOf(rowsOf(1))))).toBe(expected);
    expect(await listImports(who)).toHaveLength(expected === "done" ? 1 : 0);
  });

  it("deletes an import with its account", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(2)));
    await deleteAccount(caller.accountId);
    expect(await createBatch(caller.accountId, id)).toBe(0);
    expect((await sql.query("SELECT FROM code_import WHERE id = $1", [id])).rowCount).toBe(0);
  });

  it("keeps the last 50 imports of an account", async () => {
    for (let at = 0; at < 51; at += 1) {
      const { id } = await createImport(caller, importOf([rowAt(2, { content: "no address" })]));
      await finish(caller, id);
    }
    const { rowCount } = await sql.query("SELECT FROM code_import WHERE account_id = $1", [caller.accountId]);
    expect(rowCount).toBe(50);
  });
});

describe("checkRows", () => {
  it("finds faults only the server can detect, stores nothing and ignores the code quota", async () => {
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

describe("undoing an import", () => {
  it("soft-deletes all its codes and restores those that still exist", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(120)));
    await finish(caller, id);
    const { codeIds } = await getImport(caller, id);
    await deleteCodes(caller, codeIds.slice(0, 1));
    const { until, count } = await softDeleteImport(caller, id);
    expect([count, Date.parse(until) > Date.now()]).toEqual([119, true]);
    expect(await getImport(caller, id)).toMatchObject({ codeIds: [], undoUntil: null, made: 120 });
    expect(await restoreImport(caller, id)).toEqual({ count: 119 });
    expect((await getImport(caller, id)).codeIds).toEqual(codeIds.slice(1));
    await softDeleteImport(caller, id);
    await sql.query("UPDATE qr_code SET purge_after = now() - interval '1 second' WHERE account_id = $1", [
      caller.accountId,
    ]);
    await deleteSoftDeleted();
    expect(await codeOf(restoreImport(caller, id))).toBe("not_found");
    expect(await codeOf(softDeleteImport(caller, id))).toBe("not_found");
    expect(await readCodeRows(caller.accountId)).toEqual([]);
  });

  it("is possible for a day after the import finishes", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(batchSize + 1)));
    await advanceImport(caller, id);
    expect(await codeOf(softDeleteImport(caller, id))).toBe("not_found");
    await finish(caller, id);
    await sql.query("UPDATE code_import SET finished_at = now() - interval '25 hours' WHERE id = $1", [id]);
    expect(await codeOf(softDeleteImport(caller, id))).toBe("not_found");
    expect((await getImport(caller, id)).undoUntil).toBeNull();
    expect(await namesOf(caller)).toHaveLength(batchSize + 1);
  });
});
