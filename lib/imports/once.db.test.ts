import { beforeEach, describe, expect, it } from "vitest";
import { plainCode, readCodeCounts } from "@/e2e/support/codes";
import { finish, importOf, namesOf, newImporter, rowsOf } from "@/e2e/support/imports";
import type { Caller } from "@/lib/accounts/schema";
import { createCodes } from "@/lib/codes/bulk";
import { doOnce } from "@/lib/idempotency";
import { sql } from "@/lib/platform/db";
import { advanceImport, createImport, deleteOldImports, getImport, listImports, sweepImports } from "./index";
import { createBatch, recordBatch } from "./process";
import { findBatch } from "./queries";
import { batchSize } from "./schema";

let caller: Caller;
beforeEach(async () => {
  caller = await newImporter();
});

describe("storing each row exactly once", () => {
  it("rolls back a batch with its progress when the process dies before the commit", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(batchSize + 1)));
    await advanceImport(caller, id);
    const batch = await findBatch(caller.accountId, id);
    const died = createCodes(
      caller,
      batch!.rows.map(() => plainCode),
      async (tx, answer) => {
        expect(await recordBatch(tx, batch!, answer)).toBe(true);
        throw new Error("killed");
      },
    );
    await expect(died).rejects.toThrow("killed");
    expect(await getImport(caller, id)).toMatchObject({ done: batchSize, made: batchSize, finishedAt: null });
    expect(await finish(caller, id)).toMatchObject({ made: batchSize + 1 });
    expect(await namesOf(caller)).toEqual(
      rowsOf(batchSize + 1)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it("stores a batch once when several workers take it, and rolls back the others", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(batchSize)));
    const batch = (await findBatch(caller.accountId, id))!;
    const items = batch.rows.map(({ row: _, ...row }) => row);
    const store = () =>
      createCodes(caller, items, async (tx, answer) => {
        if (!(await recordBatch(tx, batch, answer))) throw new Error("done already");
      });
    const outcomes = await Promise.allSettled([store(), store(), store()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await namesOf(caller)).toEqual(
      rowsOf(batchSize)
        .map(({ name }) => name)
        .sort(),
    );
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: batchSize, counted: batchSize });
  });

  it("creates each row once with pages and sweeps working at the same time", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(130)));
    const drive = async () => {
      while (!(await advanceImport(caller, id)).isFinished);
    };
    await Promise.all([drive(), drive(), sweepImports(0), drive(), createBatch(caller.accountId, id)]);
    expect(await namesOf(caller)).toEqual(
      rowsOf(130)
        .map(({ name }) => name)
        .sort(),
    );
    expect((await getImport(caller, id)).codeIds).toHaveLength(130);
  });

  it("creates one import from a form submitted twice", async () => {
    const form = { caller, name: "new import", key: "a-key-of-the-page", fields: { rows: 3 } };
    const begin = () =>
      doOnce(
        form,
        ({ id }: { id: string }) => ({ id }),
        (keep) => createImport(caller, importOf(rowsOf(3)), keep),
      );
    const first = await begin();
    expect(await begin()).toEqual(first);
    expect(await listImports(caller)).toHaveLength(1);
  });

  it("allows one running import per account, and the next once it is done", async () => {
    const both = await Promise.allSettled([
      createImport(caller, importOf(rowsOf(2))),
      createImport(caller, importOf(rowsOf(3))),
    ]);
    const refused = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ details: [{ code: "import_running" }] });
    const [running] = await listImports(caller);
    await finish(caller, running!.id);
    await createImport(caller, importOf(rowsOf(1)));
    expect(await listImports(caller)).toHaveLength(2);
  });
});

describe("import sweep", () => {
  it("finishes imports untouched for three seconds and leaves those in progress alone", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(batchSize * 2 + 1)));
    await advanceImport(caller, id);
    await sweepImports();
    expect(await getImport(caller, id)).toMatchObject({ done: batchSize });
    await sql.query("UPDATE code_import SET updated_at = now() - interval '4 s' WHERE id = $1", [id]);
    expect(await sweepImports()).toBeGreaterThanOrEqual(batchSize + 1);
    expect(await getImport(caller, id)).toMatchObject({
      made: batchSize * 2 + 1,
      finishedAt: expect.any(String),
    });
  });

  it("continues with other imports when one fails", async () => {
    const other = await newImporter();
    const { id: broken } = await createImport(caller, importOf(rowsOf(2)));
    const { id } = await createImport(other, importOf(rowsOf(2)));
    await sql.query(
      `UPDATE code_import SET rows = '{"rows":[7]}', updated_at = now() - interval '9 s' WHERE id = $1`,
      [broken],
    );
    await sql.query("UPDATE code_import SET updated_at = now() - interval '5 s' WHERE id = $1", [id]);
    await sweepImports();
    expect(await getImport(other, id)).toMatchObject({ made: 2 });
    await sql.query("DELETE FROM code_import WHERE id = $1", [broken]);
  });

  it("deletes imports after 30 days but keeps their codes", async () => {
    const { id } = await createImport(caller, importOf(rowsOf(2)));
    await finish(caller, id);
    await sql.query("UPDATE code_import SET finished_at = now() - interval '29 days' WHERE id = $1", [id]);
    await deleteOldImports();
    expect(await listImports(caller)).toHaveLength(1);
    await sql.query("UPDATE code_import SET finished_at = now() - interval '31 days' WHERE id = $1", [id]);
    await deleteOldImports();
    expect(await listImports(caller)).toEqual([]);
    expect(await namesOf(caller)).toHaveLength(2);
  });
});
