import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiRequest } from "./exchange";
import { readJsonBody, ValueCounter } from "./read-body";

function requestOf(
  body: string | Uint8Array,
  headers: Record<string, string> = { "content-type": "application/json" },
): ApiRequest {
  return {
    method: "POST",
    path: "/",
    query: new URLSearchParams(),
    headers,
    clientAddress: "192.0.2.1",
    requestId: "req_test",
    async readBody(_limit, inspect) {
      inspect?.(Buffer.from(body));
      return Buffer.from(body);
    },
  };
}

describe("readJsonBody", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    'Application/JSON;charset="UTF-8"',
    "application/json ; charset=utf8",
    "application/json;",
  ])("accepts Content-Type %s", async (type) => {
    await expect(readJsonBody(requestOf("{}", { "content-type": type }))).resolves.toMatchObject({
      value: {},
    });
  });

  it.each([
    [{}],
    [{ "content-type": "" }],
    [{ "content-type": "text/plain" }],
    [{ "content-type": "application/jsonp" }],
    [{ "content-type": "application/vnd.api+json" }],
    [{ "content-type": "application/json; charset=latin1" }],
    [{ "content-type": "application/x-www-form-urlencoded" }],
    [{ "content-type": "application/json", "content-encoding": "gzip" }],
    [{ "content-type": "application/json", "content-encoding": "identity, br" }],
  ])("I7: refuses %o with 415", async (headers) => {
    await expect(readJsonBody(requestOf("{}", headers))).rejects.toMatchObject({
      code: "unsupported_media_type",
    });
  });

  it("I7: limits a body to one megabyte, and a bulk body to ten", async () => {
    const limits: number[] = [];
    const request = {
      ...requestOf("{}"),
      readBody: async (limit: number) => {
        limits.push(limit);
        return Buffer.from("{}");
      },
    };
    await readJsonBody(request);
    await readJsonBody(request, { isBulk: true });
    await readJsonBody(request, { isBulk: true, maxBodyBytes: 64_000 });
    expect(limits).toEqual([1_048_576, 10_485_760, 64_000]);
  });

  it("I7: allows 5,000 JSON values, and 100,000 in a bulk body", async () => {
    const list = (values: number) => requestOf(`[${"1,".repeat(values - 2)}1]`);
    await expect(readJsonBody(list(5_000))).resolves.toBeDefined();
    await expect(readJsonBody(list(5_001))).rejects.toThrow("at most 5000 JSON values");
    await expect(readJsonBody(list(100_000), { isBulk: true })).resolves.toBeDefined();
    await expect(readJsonBody(list(100_001), { isBulk: true })).rejects.toThrow("at most 100000 JSON values");
  });

  it("I7: refuses too many JSON values as they arrive, without reading the rest or parsing", async () => {
    let read = 0;
    const endless: ReturnType<typeof requestOf> = {
      ...requestOf(""),
      async readBody(_limit, inspect) {
        for (; read < 1_000; read++) inspect?.(Buffer.from(read === 0 ? "[" : "1,".repeat(1_000)));
        return Buffer.from("[]");
      },
    };
    await expect(readJsonBody(endless)).rejects.toThrow("at most 5000 JSON values");
    expect(read).toBe(5);
  });

  it.each([{}, { "content-type": "application/json" }])(
    "reads an empty optional body with %o as {}, and returns the original bytes",
    async (headers) => {
      const optional = { isBodyOptional: true } as const;
      await expect(readJsonBody(requestOf("", headers), optional)).resolves.toMatchObject({ value: {} });
      const spaced = requestOf(' {"a":1}', { "content-type": "application/json" });
      const { bytes } = await readJsonBody(spaced, optional);
      expect(String(bytes)).toBe(' {"a":1}');
      const untyped = readJsonBody(requestOf("{}", {}), optional);
      await expect(untyped).rejects.toMatchObject({ code: "unsupported_media_type" });
      const other = readJsonBody(requestOf("", { "content-type": "text/plain" }), optional);
      await expect(other).rejects.toMatchObject({ code: "unsupported_media_type" });
    },
  );

  it.each([
    ["", "no body"],
    ["{", "position|character|valid JSON"],
    ['{"a":NaN}', "valid JSON"],
    ["{'a':1}", "valid JSON"],
    ['{"a":1}x', "valid JSON"],
    ['{"a":1,"a":1}', "twice"],
    [Uint8Array.of(0x22, 0xff, 0x22), "UTF-8"],
    [Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), "UTF-8"],
    [Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0), "UTF-8"],
  ])("I7: rejects %o with 400", async (body, words) => {
    const refusal = readJsonBody(requestOf(body));
    await expect(refusal).rejects.toMatchObject({ code: "invalid_request" });
    await expect(refusal).rejects.toThrow(new RegExp(words));
  });

  it("I7: does not repeat the body in the error", async () => {
    await expect(readJsonBody(requestOf('{"secret-word'))).rejects.not.toThrow(/secret/);
  });

  it("I7: ignores a byte order mark", async () => {
    await expect(readJsonBody(requestOf('\uFEFF{"a":1}'))).resolves.toMatchObject({ value: { a: 1 } });
  });

  it("A6: keeps __proto__ as an ordinary member", async () => {
    const { value } = await readJsonBody(requestOf('{"__proto__":{"polluted":1},"constructor":2}'));
    expect(Object.getPrototypeOf(value as object)).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

/** Values of a piece of JSON, itself among them. */
function countParsed(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countParsed(inner), 1);
}

/** Whether text that comes in parts of so many bytes has at most `most` values. */
function fits(text: string, most: number, part: number): boolean {
  const counter = new ValueCounter(most);
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += part) counter.add(bytes.subarray(at, at + part));
    return true;
  } catch (error) {
    expect(error).toMatchObject({
      code: "invalid_request",
      message: `The body must have at most ${most} JSON values`,
    });
    return false;
  }
}

it("I7: counts the same values as a JSON parser, wherever the text is split", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(4), fc.integer({ min: 1, max: 9 }), (compact, indent, part) => {
      const value = JSON.parse(compact);
      const text = JSON.stringify(value, null, indent);
      const values = countParsed(value);
      expect([fits(text, values, part), fits(text, values - 1, part)]).toEqual([true, false]);
    }),
  );
});

it.each([
  ['{"a":"[,,,{,"}', 2],
  ['["\\",\\"","\\\\",[ ],{ }]', 5],
  ["[[[[1]]]]", 5],
  ["", 1],
  ["]]}},", 2],
])("I7: counts in %s at most %d values", (text, values) => {
  for (const part of [1, 2, 3, 100]) expect(fits(text, values, part)).toBe(true);
  if (values > 1) expect(fits(text, values - 1, 1)).toBe(false);
});
