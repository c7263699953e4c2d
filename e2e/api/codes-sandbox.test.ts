import { beforeEach, describe, expect, it } from "vitest";
import { deleteExpiredSandbox } from "@/lib/codes/delete";
import { callV1, newAccount, newKey } from "../support/accounts";
import { ageCodes, plainCode, readCodeCounts } from "../support/codes";
import { expectRefusal } from "../support/expect-refusal";

let accountId: string;
let live: string;
let test: string;
beforeEach(async () => {
  const account = await newAccount("developer");
  accountId = account.accountId;
  live = (await newKey(account)).apiKey;
  test = (await newKey(account, { environment: "sandbox" })).apiKey;
});

const create = (key: string, count: number) =>
  callV1(key, "POST", "/qr-codes/bulk", {
    body: { qrCodes: Array(count).fill({ ...plainCode, isDynamic: true }) },
  });
const listTotal = async (key: string) => (await callV1(key, "GET", "/qr-codes")).json.pagination?.total;

describe("sandbox", () => {
  it("keeps its codes apart from production behind the same endpoints", async () => {
    const own = await callV1(test, "POST", "/qr-codes", { body: plainCode });
    const other = await callV1(live, "POST", "/qr-codes", { body: plainCode });
    expect([own.status, own.headers.get("x-environment")]).toEqual([201, "sandbox"]);
    expect([other.status, other.headers.get("x-environment")]).toEqual([201, null]);
    for (const [key, id] of [
      [live, own.json.id],
      [test, other.json.id],
    ] as const) {
      expectRefusal(await callV1(key, "GET", `/qr-codes/${id}`), 404, "not_found");
      expectRefusal(await callV1(key, "PUT", `/qr-codes/${id}`, { body: {} }), 404, "not_found");
      expectRefusal(await callV1(key, "DELETE", `/qr-codes/${id}`), 404, "not_found");
      expectRefusal(await callV1(key, "GET", `/qr-codes/${id}/image`), 404, "not_found");
      const many = await callV1(key, "DELETE", "/qr-codes/bulk", { body: { qrCodeIds: [id] } });
      expect(many.json).toMatchObject({ deleted: 0, notFound: [id] });
      expect(await listTotal(key)).toBe(1);
    }
  });

  it("Q1: has its own limit of 100 codes outside the plan's quota", async () => {
    expect((await create(test, 98)).status).toBe(201);
    const over = await create(test, 5);
    expect(over.json.summary).toEqual({ total: 5, successful: 2, failed: 3 });
    const [refusal] = over.json.errors as unknown as { code: string; details: unknown[] }[];
    expect(refusal).toMatchObject({
      code: "quota_exceeded",
      details: [{ field: "codes", limit: 100, used: 100 }],
    });
    expectRefusal(await callV1(test, "POST", "/qr-codes", { body: plainCode }), 403, "quota_exceeded", [
      "codes",
    ]);
    const dry = await callV1(live, "POST", "/qr-codes?dryRun=true", { body: plainCode });
    expect(dry.json.quota).toEqual({
      codes: { limit: 500, used: 0, after: 1 },
      dynamicCodes: { limit: null, used: 0, after: 1 - 1 },
    });
    expect(await readCodeCounts(accountId, "sandbox")).toMatchObject({ codes: 100, counted: 100 });
    expect(await readCodeCounts(accountId)).toEqual({ codes: 0, dynamic: 0, counted: 0, countedDynamic: 0 });
  });

  it("deletes codes after 30 days and frees their places; keeps production codes", async () => {
    await create(test, 100);
    await create(live, 2);
    await ageCodes(accountId, 30);
    await deleteExpiredSandbox();
    expect([await listTotal(test), await listTotal(live)]).toEqual([0, 2]);
    expect((await create(test, 100)).json.summary).toMatchObject({ successful: 100 });
  });
});
