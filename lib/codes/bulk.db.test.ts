import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode, readCodeCounts, readCodeRows } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { createCode, deleteCode, deleteCodes } from "./";
import { createCodes, previewCodes } from "./bulk";
import type { BulkAnswer } from "./schema";

let caller: Caller;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const numbered = (count: number) => times(count, (index) => ({ ...plainCode, name: `Table ${index}` }));
const canary = "canary-4711";

describe("createCodes", () => {
  it("stores every valid item in the order of the call although others fail", async () => {
    const items = [
      { name: "0", type: "text", content: "zero" },
      "one",
      { name: "2", type: "wifi", content: `{"${canary}":1}`, settings: { size: 5, color: { dark: "red" } } },
      null,
      { name: "4", type: "url", content: "https://example.com/", isDynamic: true },
      { name: "x".repeat(201), type: "text", content: canary, settings: { logo: { enabled: true } } },
      { type: "text", content: "six" },
      { name: "7", type: "text", content: "seven", settings: { eyes: { shape: "circle" } } },
      [],
      5,
    ];
    const { created, errors, summary } = await createCodes(caller, items);
    expect(created.map(({ name }) => name)).toEqual(["0", "4", "7"]);
    expect(summary).toEqual({ total: 10, successful: 3, failed: 7 });
    expect(errors.map(({ index, name, code }) => [index, name, code])).toEqual([
      [1, undefined, "validation_failed"],
      [2, "2", "validation_failed"],
      [3, undefined, "validation_failed"],
      [5, undefined, "validation_failed"],
      [6, undefined, "validation_failed"],
      [8, undefined, "validation_failed"],
      [9, undefined, "validation_failed"],
    ]);
    const fields = (at: number) => errors[at]?.details?.map(({ field }) => field).sort();
    expect(fields(0)).toEqual(["item"]);
    expect(fields(1)).toEqual(["content.ssid", "settings.color.dark", "settings.size"]);
    expect(fields(3)).toEqual(["name", "settings.logo.dataUrl"]);
    expect(JSON.stringify(errors)).not.toContain(canary);
    const rows = await readCodeRows(caller.accountId);
    expect(rows.map(({ id }) => id)).toEqual(created.map(({ id }) => id));
    expect(new Set(rows.map(({ created_at }) => Number(created_at))).size).toBe(1);
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ counted: 3, countedDynamic: 1 });
  });

  it.each([
    [0, "validation_failed", "too_short"],
    [101, "bulk_limit_exceeded", "too_long"],
  ])("refuses a call with %i items as a whole", async (count, code, detailCode) => {
    const refused = expect(createCodes(caller, numbered(count))).rejects;
    await refused.toMatchObject({
      code,
      details: [{ field: "qrCodes", code: detailCode, min: 1, max: 100, actual: count }],
    });
    expect((await readCodeCounts(caller.accountId)).codes).toBe(0);
  });

  it("Q1: stores the first 7 of 100 with 7 left in the quota and refuses 93 with quota_exceeded", async () => {
    await fill(caller, entitlements.pro.codes - 7);
    const { created, errors, summary } = await createCodes(caller, numbered(100));
    expect(created.map(({ name }) => name)).toEqual(times(7, (index) => `Table ${index}`));
    expect(errors.map(({ index, code }) => [index, code])).toEqual(
      times(93, (index) => [index + 7, "quota_exceeded"]),
    );
    expect(errors[0]).toMatchObject({
      name: "Table 7",
      details: [{ field: "codes", code: "quota_exceeded", limit: 500, used: 500 }],
    });
    expect(summary).toEqual({ total: 100, successful: 7, failed: 93 });
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 500, counted: 500 });
  });

  it("Q1: reports an invalid item as such even if the quota is used up", async () => {
    await fill(caller, entitlements.pro.codes);
    const { errors } = await createCodes(caller, [plainCode, { ...plainCode, content: "x" }, plainCode]);
    expect(errors.map(({ code }) => code)).toEqual(["quota_exceeded", "invalid_url", "quota_exceeded"]);
  });

  it("Q2: stores one dynamic item on Free, and the static ones after it", async () => {
    const free: Caller = { ...caller, plan: "free" };
    const items = times(4, (index) => ({ ...plainCode, name: String(index), isDynamic: index < 3 }));
    const { created, errors } = await createCodes(free, items);
    expect(created.map(({ name }) => name)).toEqual(["0", "3"]);
    expect(errors.map(({ details }) => details?.[0]?.field)).toEqual(["isDynamic", "isDynamic"]);
  });

  it("Q1: keeps counter and limit exact under concurrent bulk, single and delete calls", async () => {
    await fill(caller, 450);
    const doomed = (await readCodeRows(caller.accountId)).slice(0, 60).map(({ id }) => String(id));
    const outcomes = await Promise.all([
      createCodes(caller, numbered(40)),
      createCodes(caller, numbered(40)),
      ...times(30, () => createCode(caller, plainCode).catch((error) => error.code)),
      deleteCodes(caller, doomed.slice(0, 40)),
      deleteCodes(caller, doomed.slice(0, 40).reverse()),
      ...doomed.slice(40).map((id) => deleteCode(caller, id)),
    ]);
    const made = (outcomes.slice(0, 2) as BulkAnswer[]).reduce(
      (sum, { summary }) => sum + summary.successful,
      0,
    );
    const single = outcomes.slice(2, 32).filter((outcome) => typeof outcome === "object").length;
    const { codes, counted } = await readCodeCounts(caller.accountId);
    expect([codes, counted]).toEqual([450 + made + single - 60, codes]);
    expect(codes).toBeLessThanOrEqual(500);
  });

  it("Q12: is rolled back if beforeCommit throws", async () => {
    const undone = createCodes(caller, numbered(20), async (_, answer) => {
      expect(answer.created).toHaveLength(20);
      throw new Error("lost the lease");
    });
    await expect(undone).rejects.toThrow("lost the lease");
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 0, counted: 0 });
  });

  it("draws each picture in its own style, as createCode does", async () => {
    const looks = [undefined, { eyes: { shape: "circle" } }, { color: { dark: "#0F172A" } }, { size: 1024 }];
    const items = times(24, (index) => ({
      name: String(index),
      type: "text",
      content: `table ${index}`,
      settings: looks[index % looks.length],
    }));
    const { created } = await createCodes(caller, items);
    expect(created.map(({ name }) => name)).toEqual(times(24, String));
    for (const [index, { qrImage }] of created.entries()) {
      expect((await createCode(caller, items[index] as never)).qrImage).toBe(qrImage);
    }
  });

  it("draws 20 coloured pictures of 4,096 pixels in one call", async () => {
    const large = numbered(20).map((item) => ({
      ...item,
      settings: { size: 4096, color: { dark: "#0F172A" } },
    }));
    expect((await createCodes(caller, large)).summary).toEqual({ total: 20, successful: 20, failed: 0 });
  });

  it("O7: leaves time for other work while it draws 100 pictures of 4,096 pixels", async () => {
    await createCodes(caller, numbered(20));
    const large = numbered(100).map((item) => ({ ...item, settings: { size: 4096 } }));
    let turns = 0;
    const count = setInterval(() => turns++, 1);
    await createCodes(caller, large);
    clearInterval(count);
    expect(turns).toBeGreaterThan(20);
  });
});

describe("previewCodes", () => {
  it("answers as createCodes would, stores nothing and reports the effect on the quota", async () => {
    await fill(caller, 498);
    const items = [plainCode, 5, { ...plainCode, isDynamic: true }, plainCode];
    const preview = await previewCodes(caller, items);
    expect(preview).toMatchObject({
      dryRun: true,
      summary: { total: 4, successful: 2, failed: 2 },
      quota: {
        codes: { limit: 500, used: 498, after: 500 },
        dynamicCodes: { limit: null, used: 0, after: 1 },
      },
    });
    expect((await readCodeCounts(caller.accountId)).codes).toBe(498);
    const { errors, summary } = await createCodes(caller, items);
    expect({ errors, summary }).toEqual({ errors: preview.errors, summary: preview.summary });
  });
});

/** So many codes, without drawing them. */
async function fill({ accountId }: Caller, count: number): Promise<void> {
  await sql.query(
    `WITH stored AS (
       INSERT INTO qr_code (id, account_id, environment, name, type, content, settings, is_dynamic)
       SELECT gen_random_uuid(), $1, 'production', 'Filler', 'text', 'x', '{}', false FROM generate_series(1, $2))
     UPDATE account SET code_count = code_count + $2 WHERE id = $1`,
    [accountId, count],
  );
}
