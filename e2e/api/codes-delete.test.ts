import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { callV1, newAccount, newKey } from "../support/accounts";
import { plainCode, readCodeCounts, readCodeRows } from "../support/codes";
import { expectRefusal } from "../support/expect-refusal";

let accountId: string;
let apiKey: string;
beforeEach(async () => {
  const account = await newAccount("developer");
  accountId = account.accountId;
  ({ apiKey } = await newKey(account));
});

async function create(count: number, key = apiKey): Promise<string[]> {
  const qrCodes = Array(count).fill({ ...plainCode, isDynamic: true });
  const { json } = await callV1(key, "POST", "/qr-codes/bulk", { body: { qrCodes } });
  return (json.created as unknown as { id: string }[]).map(({ id }) => id);
}

const deleteMany = (body: unknown) => callV1(apiKey, "DELETE", "/qr-codes/bulk", { body });

describe("204: DELETE /api/v1/qr-codes/{id}", () => {
  it("returns no body, removes the code and frees its place in the quota", async () => {
    const [id] = await create(1);
    const answer = await callV1(apiKey, "DELETE", `/qr-codes/${id}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.headers.get("content-type")).toBeNull();
    expectRefusal(await callV1(apiKey, "GET", `/qr-codes/${id}`), 404, "not_found");
    expectRefusal(await callV1(apiKey, "DELETE", `/qr-codes/${id}`), 404, "not_found");
    expect(await readCodeCounts(accountId)).toEqual({ codes: 0, dynamic: 0, counted: 0, countedDynamic: 0 });
  });
});

describe("200: DELETE /api/v1/qr-codes/bulk", () => {
  it("A5: deletes own codes once and lists foreign, malformed and unknown ids in request order", async () => {
    const [a = "", b = "", c = ""] = await create(3);
    const foreign = await newKey(await newAccount("pro"));
    const [theirs = ""] = await create(1, foreign.apiKey);
    const none = newId();
    const evil = "x') OR ('1'='1";
    const answer = await deleteMany({ qrCodeIds: [none, a, evil, a, theirs, b, "", none] });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        deleted: 2,
        notFound: [none, evil, theirs, ""],
        summary: { total: 6, deleted: 2, notFound: 4 },
      },
    ]);
    expect((await readCodeRows(accountId)).map(({ id }) => id)).toEqual([c]);
    expect((await callV1(foreign.apiKey, "GET", `/qr-codes/${theirs}`)).status).toBe(200);
  });

  it("deletes 100 codes at once", async () => {
    const ids = await create(100);
    expect((await deleteMany({ qrCodeIds: ids })).json).toMatchObject({ deleted: 100, notFound: [] });
    expect(await readCodeCounts(accountId)).toMatchObject({ codes: 0, counted: 0 });
  });

  it("Q1: keeps the counter right when deletes and creates run concurrently", async () => {
    const ids = await create(60);
    const answers = await Promise.all([
      deleteMany({ qrCodeIds: ids.slice(0, 30) }),
      deleteMany({ qrCodeIds: ids.slice(10, 40).reverse() }),
      ...ids.slice(35, 60).map((id) => callV1(apiKey, "DELETE", `/qr-codes/${id}`)),
      ...Array.from({ length: 20 }, () => callV1(apiKey, "POST", "/qr-codes", { body: plainCode })),
    ]);
    expect(
      answers.map(({ status }) => status).filter((status) => ![200, 201, 204, 404].includes(status)),
    ).toEqual([]);
    expect(await readCodeCounts(accountId)).toEqual({
      codes: 20,
      dynamic: 0,
      counted: 20,
      countedDynamic: 0,
    });
  });
});

describe("400: DELETE /api/v1/qr-codes/bulk", () => {
  it.each<[string, unknown, string, string]>([
    ["an empty object", {}, "validation_failed", "qrCodeIds"],
    ["a string instead of a list", { qrCodeIds: "all" }, "validation_failed", "qrCodeIds"],
    ["null", { qrCodeIds: null }, "validation_failed", "qrCodeIds"],
    ["an empty list", { qrCodeIds: [] }, "validation_failed", "qrCodeIds"],
    ["101 ids", { qrCodeIds: Array(101).fill("x") }, "bulk_limit_exceeded", "qrCodeIds"],
    ["I8: an operator", { qrCodeIds: [{ not: "" }] }, "validation_failed", "qrCodeIds.0"],
    ["a number", { qrCodeIds: ["x", 5] }, "validation_failed", "qrCodeIds.1"],
    ["I2: NUL", { qrCodeIds: ["a\0"] }, "validation_failed", "qrCodeIds.0"],
    ["I2: a lone surrogate", { qrCodeIds: ["\ud800"] }, "validation_failed", "qrCodeIds.0"],
    ["I2: an id of 256 characters", { qrCodeIds: ["x".repeat(256)] }, "validation_failed", "qrCodeIds.0"],
  ])("%s", async (_, body, code, field) => {
    const [id = ""] = await create(1);
    const sent = body as { qrCodeIds?: unknown };
    const ids = Array.isArray(sent.qrCodeIds) && sent.qrCodeIds.length === 1 ? [...sent.qrCodeIds, id] : null;
    expectRefusal(await deleteMany(ids ? { qrCodeIds: ids } : body), 400, code, [field]);
    expect((await readCodeCounts(accountId)).codes).toBe(1);
  });
});
