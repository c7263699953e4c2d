import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey } from "../support/accounts";
import { plainCode, readCodeCounts } from "../support/codes";
import { expectRefusal } from "../support/expect-refusal";
import { imageOf, readCode } from "../support/public-api";

let accountId: string;
let apiKey: string;
beforeEach(async () => {
  const account = await newAccount("pro");
  accountId = account.accountId;
  ({ apiKey } = await newKey(account));
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  callV1(apiKey, "POST", path, { body, headers });
const quota = (used: number, after: number, dynamic: [number, number] = [0, 0]) => ({
  codes: { limit: 500, used, after },
  dynamicCodes: { limit: null, used: dynamic[0], after: dynamic[1] },
});

describe("POST /api/v1/qr-codes?dryRun=true", () => {
  it("201: returns the same response without a location, stores nothing and shows the effect on the quota", async () => {
    const body = { ...plainCode, settings: { size: 300 } };
    const dry = await post("/qr-codes?dryRun=true", body);
    expect([dry.status, dry.headers.get("location")]).toEqual([201, null]);
    expect(await readCodeCounts(accountId)).toMatchObject({ codes: 0, counted: 0 });
    const { dryRun, quota: effect, ...code } = dry.json;
    expect([dryRun, effect]).toEqual([true, quota(0, 1)]);
    expect(await readCode(imageOf(dry))).toBe(plainCode.content);
    expectRefusal(await callV1(apiKey, "GET", `/qr-codes/${code.id}`), 404, "not_found");
    const real = await post("/qr-codes?dryRun=false", body);
    const unique = { id: "", createdAt: "", updatedAt: "" };
    expect({ ...real.json, ...unique }).toEqual({ ...code, ...unique });
    expect((await post("/qr-codes?dryRun=true", { ...body, isDynamic: true })).json.quota).toEqual(
      quota(1, 2, [0, 1]),
    );
  });

  it("returns the same error as the real call", async () => {
    const wrong = { ...plainCode, content: "x", name: "" };
    const [dry, real] = [await post("/qr-codes?dryRun=true", wrong), await post("/qr-codes", wrong)];
    expect({ ...dry.json, requestId: "" }).toEqual({ ...real.json, requestId: "" });
    await sql.query("UPDATE account SET code_count = 500 WHERE id = $1", [accountId]);
    expectRefusal(await post("/qr-codes?dryRun=true", plainCode), 403, "quota_exceeded", ["codes"]);
  });

  it("leaves an idempotency key free for the real call", async () => {
    const headers = { "idempotency-key": "order-1" };
    expect((await post("/qr-codes?dryRun=true", plainCode, headers)).status).toBe(201);
    const real = await post("/qr-codes", plainCode, headers);
    expect([real.status, real.headers.get("idempotent-replayed"), real.json.dryRun]).toEqual([
      201,
      null,
      undefined,
    ]);
    expect((await readCodeCounts(accountId)).codes).toBe(1);
  });

  it.each(["1", "TRUE", "yes", "", "null"])("400: dryRun=%s", async (value) => {
    expectRefusal(await post(`/qr-codes?dryRun=${value}`, plainCode), 400, "validation_failed", ["dryRun"]);
    expect((await readCodeCounts(accountId)).codes).toBe(0);
  });
});

describe("POST /api/v1/qr-codes/bulk?dryRun=true", () => {
  it("201: shows what would succeed and fail, stores nothing and shows the effect on the quota", async () => {
    await sql.query("UPDATE account SET code_count = 498 WHERE id = $1", [accountId]);
    const qrCodes = [plainCode, 5, { ...plainCode, isDynamic: true }, plainCode];
    const dry = await post("/qr-codes/bulk?dryRun=true", { qrCodes });
    expect(dry.status).toBe(201);
    expect(dry.json).toMatchObject({
      dryRun: true,
      quota: quota(498, 500, [0, 1]),
      errors: [
        { index: 1, code: "validation_failed" },
        { index: 3, code: "quota_exceeded" },
      ],
      summary: { total: 4, successful: 2, failed: 2 },
    });
    expect(await readCodeCounts(accountId)).toMatchObject({ codes: 0, counted: 498 });
    const real = await post("/qr-codes/bulk", { qrCodes });
    expect([real.json.errors, real.json.summary]).toEqual([dry.json.errors, dry.json.summary]);
  });

  it("answers 200 when nothing would be created", async () => {
    const dry = await post("/qr-codes/bulk?dryRun=true", { qrCodes: [{}] });
    expect([dry.status, dry.json.quota]).toEqual([200, quota(0, 0)]);
  });
});
