import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey } from "../support/accounts";
import { plainCode, readCodeCounts, readCodeRows } from "../support/codes";
import { expectRefusal } from "../support/expect-refusal";
import { draw, urlOf } from "../support/logos";
import { readCode } from "../support/public-api";

interface Bulk {
  created: {
    id: string;
    name: string;
    content: string;
    qrImage: string;
    shortUrl: string | null;
    warnings?: unknown[];
  }[];
  errors: { index: number; name?: string; error: string; code: string; details?: { field: string }[] }[];
  summary: { total: number; successful: number; failed: number };
}

let accountId: string;
let apiKey: string;
beforeEach(async () => {
  const account = await newAccount("developer");
  accountId = account.accountId;
  ({ apiKey } = await newKey(account));
});

const post = (qrCodes: unknown) => callV1(apiKey, "POST", "/qr-codes/bulk", { body: { qrCodes } });
const bulkOf = (answer: { json: unknown }) => answer.json as Bulk;
const pngOf = (dataUrl: string) => new Uint8Array(Buffer.from(dataUrl.split(",")[1] ?? "", "base64"));
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

describe("201: POST /api/v1/qr-codes/bulk", () => {
  it("creates 100 codes in request order, each with a picture that decodes", async () => {
    const answer = await post(
      times(100, (index) => ({
        name: `Table ${index}`,
        type: "text",
        content: `Seat ${index} of the house`,
        isDynamic: index % 10 === 0,
        settings: index % 25 === 0 ? { eyes: { shape: "rounded" } } : null,
      })),
    );
    expect(answer.status, answer.text.slice(0, 300)).toBe(201);
    const { created, errors, summary } = bulkOf(answer);
    expect(summary).toEqual({ total: 100, successful: 100, failed: 0 });
    expect(errors).toEqual([]);
    for (const [index, code] of created.entries()) {
      expect(code.name).toBe(`Table ${index}`);
      expect(await readCode(pngOf(code.qrImage))).toBe(code.shortUrl ?? code.content);
    }
    expect((await readCodeRows(accountId)).map(({ id }) => id)).toEqual(created.map(({ id }) => id));
    const listed = await callV1(apiKey, "GET", "/qr-codes?limit=1");
    expect((listed.json.data as unknown as { id: string }[])[0]?.id).toBe(created.at(-1)?.id);
  });

  it("stores valid items when others fail, and puts warnings in their item", async () => {
    const canary = "canary-4711";
    const answer = await post([
      { ...plainCode, name: "framed", settings: { frame: { style: "circle" } } },
      { name: "wrong", type: "wifi", content: `{"x":"${canary}"}` },
      canary,
      { name: { not: "" }, type: "text", content: canary },
      { name: "NUL\0", type: "text", content: `${canary}\0` },
      { ...plainCode, name: "plain" },
    ]);
    expect(answer.status).toBe(201);
    const { created, errors, summary } = bulkOf(answer);
    expect(created.map(({ name, warnings }) => [name, warnings?.length])).toEqual([
      ["framed", 1],
      ["plain", undefined],
    ]);
    expect(
      errors.map(({ index, name, code, details }) => [index, name, code, details?.map(({ field }) => field)]),
    ).toEqual([
      [1, "wrong", "invalid_content", ["content.ssid"]],
      [2, undefined, "validation_failed", ["item"]],
      [3, undefined, "validation_failed", ["name"]],
      [4, undefined, "validation_failed", ["name", "content"]],
    ]);
    expect(summary).toEqual({ total: 6, successful: 2, failed: 4 });
    expect(JSON.stringify(errors)).not.toContain(canary);
  });

  it("A6: ignores read-only members in each item", async () => {
    const smuggled = `{"qrCodes":[{"name":"a","type":"text","content":"a","id":"x","accountId":"x","scanCount":5,"environment":"sandbox",
      "shortUrl":"x","__proto__":{"isDynamic":true},"constructor":{"a":1}}],"__proto__":{"qrCodes":[]}}`;
    const answer = await callV1(apiKey, "POST", "/qr-codes/bulk", { body: smuggled });
    expect(answer.status, answer.text).toBe(201);
    expect(await readCodeRows(accountId)).toMatchObject([
      {
        account_id: accountId,
        environment: "production",
        scan_count: 0,
        is_dynamic: false,
        short_code: null,
      },
    ]);
  });

  it("accepts a body of several megabytes with logos", async () => {
    const dataUrl = urlOf(await draw("png", 300, 300), "png");
    const answer = await post(
      times(8, (index) => ({
        ...plainCode,
        name: String(index),
        ignored: "x".repeat(1_000_000),
        settings: { size: 512, logo: { enabled: true, dataUrl } },
      })),
    );
    expect(answer.status, answer.text.slice(0, 300)).toBe(201);
    for (const { qrImage } of bulkOf(answer).created)
      expect(await readCode(pngOf(qrImage))).toBe(plainCode.content);
  });
});

describe("quota of bulk creation", () => {
  it("Q1: creates the first 7 of 100 with 7 places left, and rejects 93 with quota_exceeded", async () => {
    await sql.query("UPDATE account SET code_count = 493 WHERE id = $1", [accountId]);
    const answer = await post(times(100, (index) => ({ ...plainCode, name: String(index) })));
    expect(answer.status).toBe(201);
    const { created, errors, summary } = bulkOf(answer);
    expect(created.map(({ name }) => name)).toEqual(times(7, String));
    expect(errors).toHaveLength(93);
    expect(errors[0]).toEqual({
      index: 7,
      name: "7",
      error: "All 500 codes of Developer are used. They go on working. Delete one to make room.",
      code: "quota_exceeded",
      details: [
        {
          field: "codes",
          code: "quota_exceeded",
          message: "All 500 codes of Developer are used. They go on working. Delete one to make room.",
          limit: 500,
          used: 500,
        },
      ],
    });
    expect(summary).toEqual({ total: 100, successful: 7, failed: 93 });
    expect(await readCodeCounts(accountId)).toMatchObject({ codes: 7, counted: 500 });
  });

  it("Q1: stops exactly at the limit when bulk and single creates run concurrently", async () => {
    await sql.query("UPDATE account SET code_count = 400 WHERE id = $1", [accountId]);
    const answers = await Promise.all([
      ...times(3, () => post(times(60, () => plainCode))),
      ...times(20, () => callV1(apiKey, "POST", "/qr-codes", { body: plainCode })),
    ]);
    const bulk = answers.slice(0, 3).reduce((sum, answer) => sum + bulkOf(answer).summary.successful, 0);
    const single = answers.slice(3).filter(({ status }) => status === 201).length;
    expect(bulk + single).toBe(100);
    expect(await readCodeCounts(accountId)).toMatchObject({ codes: 100, counted: 500 });
  });

  it("answers 200 when nothing could be stored", async () => {
    await sql.query("UPDATE account SET code_count = 500 WHERE id = $1", [accountId]);
    const answer = await post([plainCode, { ...plainCode, content: "x" }]);
    expect(answer.status).toBe(200);
    expect(bulkOf(answer)).toMatchObject({
      created: [],
      errors: [{ code: "quota_exceeded" }, { code: "invalid_url" }],
      summary: { total: 2, successful: 0, failed: 2 },
    });
  });
});

describe("400: POST /api/v1/qr-codes/bulk", () => {
  it.each<[string, unknown, string, string]>([
    ["an empty object", {}, "validation_failed", "qrCodes"],
    ["an object instead of a list", { qrCodes: { 0: plainCode } }, "validation_failed", "qrCodes"],
    ["a string", { qrCodes: "all" }, "validation_failed", "qrCodes"],
    ["null", { qrCodes: null }, "validation_failed", "qrCodes"],
    ["an empty list", { qrCodes: [] }, "validation_failed", "qrCodes"],
    ["101 items", { qrCodes: Array(101).fill(plainCode) }, "bulk_limit_exceeded", "qrCodes"],
    ["a list as body", [plainCode], "validation_failed", "body"],
  ])("rejects %s", async (_, body, code, field) => {
    expectRefusal(await callV1(apiKey, "POST", "/qr-codes/bulk", { body }), 400, code, [field]);
    expect((await readCodeCounts(accountId)).codes).toBe(0);
  });
});
