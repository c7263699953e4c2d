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

  const long = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.efghij`;

  it.each<[ContentType, string, string]>([
    ["text", "a\u0000", "content must not contain the control character U+0000; take it out at position 2"],
    ["text", "\u001f", "content must not contain the control character U+001F; take it out at position 1"],
    [
      "text",
      "ab\ud800",
      "content must not contain half a character (lone surrogate U+D800); take it out at position 3",
    ],
    ["url", "https://a.de/\t", "content must not contain a tab; take it out at position 14"],
    ["url", "https://a.de/\n", "content must not contain a line break; take it out at position 14"],
    ["url", "https://a.de/\r", "content must not contain a line break; take it out at position 14"],
    ["url", " https://a.de", "content must not begin or end with a space"],
    ["url", "https://a.de ", "content must not begin or end with a space"],
    ["url", "https://a.de/b c", "content must not contain spaces; write %20 for each"],
    ["url", "https://a.de/b\\c", "content must not contain a backslash; write / between the parts, or %5C"],
    [
      "url",
      "https:a.de",
      "content must have two slashes and a host after its scheme, such as https://example.com",
    ],
    ["url", "https://a.de:99999", "content is no address that a browser opens; check its host and port"],
    [
      "url",
      `https://a.de/${"b".repeat(2036)}`,
      "content must have at most 2048 characters as an address; this one has 2049",
    ],
    ["text", "", "content must have 1 or more characters"],
    ["text", "x".repeat(4_097), "content must have at most 4096 characters; this one has 4097"],
    ["email", "mailto: ", "content must have something after mailto:"],
    ["sms", "SMSTO:\n", "content must have something after SMSTO:"],
    ["email", '{"to":7}', "content.to must be a string or an array of strings, not a number"],
    [
      "email",
      '{"to":["a@b.de",7]}',
      "content.to[1] must be a string, not a number; put it in quotation marks",
    ],
    ["email", '{"to":["a@b.de",""]}', "content.to[1] must not be empty"],
    ["email", '{"to":"a@b.de","subject":[]}', "content.subject must be a string, not an array"],
    ["email", '{"to":"a@b.de","subject":{}}', "content.subject must be a string, not an object"],
    ["email", '{"to":"a@b.de","subject":true}', "content.subject must be a string, not a boolean"],
    ["email", '{"to":"a"}', "content.to must be one email address such as ada@example.com"],
    ["email", `{"to":"a${long}"}`, "content.to must be one email address such as ada@example.com"],
    ["email", `{"to":"${long}b"}`, "content.to must be one email address such as ada@example.com"],
    [
      "sms",
      '{"phone":"12"}',
      "content.phone must have 3 to 15 digits, with or without a + in front, and no letters",
    ],
    ["vcard", '{"firstName":"x","emails":{}}', "content.emails must be an array of strings, not an object"],
    ["vcard", '{"firstName":"x","phones":7}', "content.phones must be an array of objects, not a number"],
    ["vcard", '{"firstName":"x","phones":[null]}', "content.phones[0] must be an object, not null"],
    ["vcard", '{"firstName":"x","phones":[{}]}', "content.phones[0].number is required"],
    [
      "vcard",
      '{"firstName":"x","phones":[{"number":"123","type":"a b"}]}',
      "content.phones[0].type must be one word of letters, digits and hyphens, such as cell, work, home or fax",
    ],
    [
      "vcard",
      '{"firstName":"x","address":7}',
      "content.address must be a string or an object of street, city, region, postalCode, country",
    ],
    [
      "vcard",
      '{"firstName":"x","birthday":"1985-02-29"}',
      "content.birthday must be a date that exists, as YYYY-MM-DD, such as 1985-04-12",
    ],
    ["wifi", '{"ssid":"x","hidden":"yes"}', "content.hidden must be true or false, not a string"],
  ])("%s %j is refused with what to change", (type, content, message) => {
    expect(refusalOf(type, content).message).toBe(message);
  });

  it("accepts an email address of 254 characters with 64 before the @", () => {
    expect(long).toHaveLength(254);
    expect(encodeContent("email", long).payload).toBe(`mailto:${long}`);
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
