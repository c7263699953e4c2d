import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { encodeContent, parsePayload } from "./index";
import { type ContentType, contentTypes } from "./schema";

function refusalOf(type: ContentType, content: string): ServiceError {
  try {
    encodeContent(type, content);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error(`${type} took ${JSON.stringify(content)}`);
}

describe("content types", () => {
  it.each(contentTypes)("I2: %s rejects NUL, other C0 controls and lone surrogates anywhere", (type) => {
    for (let code = 0; code < 32; code++) {
      if (code === 9 || code === 10 || code === 13) continue;
      const error = refusalOf(type, `https://example.com/${String.fromCharCode(code)}`);
      expect(error.code).toBe("validation_failed");
      expect(error.details).toMatchObject([{ field: "content", code: "invalid_characters", position: 21 }]);
    }
    for (const half of ["\ud800", "\udbff", "\udc00", "\udfff", "\udc00\ud800"]) {
      expect(refusalOf(type, `a${half}`).code).toBe("validation_failed");
    }
  });

  it.each(['{"ssid":"a","ssid":"b"}', '{"ssid":"a","\\u0073sid":"b"}'])(
    "rejects a duplicate member: %s",
    (content) => {
      const refusal = refusalOf("wifi", content);
      expect([refusal.code, refusal.message]).toEqual([
        "invalid_content",
        expect.stringContaining('"ssid" twice'),
      ]);
    },
  );

  it.each(contentTypes)("I2: %s rejects more than 4,096 characters and an empty string", (type) => {
    const long = refusalOf(type, "x".repeat(4097));
    expect(long.code).toBe("content_too_long");
    expect(long.details).toMatchObject([{ field: "content", code: "too_long", max: 4096, actual: 4097 }]);
    expect(refusalOf(type, "").code).toBe("validation_failed");
  });

  it("counts an emoji as one character", () => {
    expect(encodeContent("text", "😀".repeat(4_096)).payload).toHaveLength(8_192);
    const { code, details } = refusalOf("text", "😀".repeat(4_097));
    expect([code, details]).toMatchObject(["content_too_long", [{ max: 4_096, actual: 4_097 }]]);
  });

  const structured = ["wifi", "contact", "vcard", "email", "sms"] as const;
  it.each(structured)("%s rejects a string that is neither a JSON object nor its own payload", (type) => {
    const strings = ["null", "true", "[]", '"WIFI:"', "{", "{'ssid':'x'}", "hello there", "\ufeff{}", "[{}]"];
    for (const content of [...strings, "WIFi:S:x;;", "http://example.com"]) {
      const error = refusalOf(type, content);
      expect([content, error.code]).toEqual([content, "invalid_content"]);
      expect(error.details).toMatchObject([{ field: "content", code: "invalid_format" }]);
      expect(error.message).toContain("JSON object");
    }
  });

  it.each(structured)("%s ignores members of a JSON object's prototype", (type) => {
    const members = { ssid: "x", firstName: "x", to: "a@b.de", phone: "12345" };
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const error = refusalOf(type, `{${JSON.stringify(key)}:${JSON.stringify(members)}}`);
      expect(error.code).toBe("invalid_content");
      expect(error.details?.[0]?.code).toBe("required");
    }
  });

  it("accept only their own payload", () => {
    expect(refusalOf("wifi", "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD").code).toBe("invalid_content");
    expect(refusalOf("contact", "WIFI:S:x;;").code).toBe("invalid_content");
    expect(refusalOf("sms", "mailto:a@example.com").code).toBe("invalid_content");
    expect(refusalOf("email", "sms:12345").code).toBe("invalid_content");
    expect(refusalOf("url", "mailto:a@example.com").code).toBe("invalid_url");
  });

  it("accept 1 to 4,096 characters of text unchanged, including tabs and line breaks", () => {
    for (const text of [
      " ",
      "\t\r\n",
      "x".repeat(4096),
      " edge ",
      "\u202eabc",
      "👩‍👩‍👧",
      "\u0085\u2028\u007f",
    ]) {
      expect(encodeContent("text", text)).toEqual({ payload: text });
    }
  });

  it("I1: text gives back every string that is not another type's payload", () => {
    const hostile = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(hostile, (text) => {
        fc.pre(!/[\p{Cs}]/u.test(text) && ![...text].some((c) => c < " ") && text !== "");
        const { payload } = encodeContent("text", text);
        expect(payload).toBe(text);
        const parsed = parsePayload(payload);
        if (parsed.type === "text") expect(parsed.text).toBe(text);
      }),
    );
  });

  it("parsePayload never throws", () => {
    const starts = ["WIFI:", "BEGIN:VCARD\n", "MECARD:", "mailto:", "SMSTO:", "sms:", "https://", ""];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.string({ unit: "binary", maxLength: 80 }), (start, rest) => {
        expect(parsePayload(start + rest).type).toBeTypeOf("string");
      }),
    );
    expect(parsePayload("mailto:%E0%A4%A")).toMatchObject({ type: "email" });
    expect(parsePayload("just words")).toEqual({ type: "text", text: "just words" });
  });
});
