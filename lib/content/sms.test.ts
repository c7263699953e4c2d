import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { encodeContent, parsePayload } from "./index";

const encode = (fields: unknown) => encodeContent("sms", JSON.stringify(fields)).payload;

function refusalOf(content: string): ServiceError {
  try {
    encodeContent("sms", content);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error(`took ${content}`);
}

describe("content type sms", () => {
  it("writes SMSTO with the bare number", () => {
    const table: [unknown, string][] = [
      [{ phone: "+44 (1632) 960-001", message: "Hi: there;" }, "SMSTO:+441632960001:Hi: there;"],
      [{ phoneNumber: "01632.960001", message: "a\nb" }, "SMSTO:01632960001:a\nb"],
      [{ phone: "12345", phoneNumber: "67890" }, "SMSTO:12345:"],
      [{ phone: null, phoneNumber: "67890", message: "" }, "SMSTO:67890:"],
    ];
    for (const [fields, payload] of table) expect(encode(fields)).toBe(payload);
    expect(encodeContent("sms", "+1 (555) 010-0199").payload).toBe("SMSTO:+15550100199:");
    expect(encodeContent("sms", "+49 [30] 123456").payload).toBe("SMSTO:+4930123456:");
    expect(encode({ phone: "[030] 123456" })).toBe("SMSTO:030123456:");
    for (const payload of ["sms:+15550100?body=Hi", "SMSTO:+1555:a\nb", "smsto:12345", "SMS:12345"]) {
      expect(encodeContent("sms", payload)).toEqual({ payload });
    }
  });

  it("requires a number, and reports all errors at once", () => {
    for (const fields of [{}, { message: "x" }, { phone: "" }, { phoneNumber: null }]) {
      expect(refusalOf(JSON.stringify(fields)).details).toMatchObject([
        { field: "content.phone", code: "required" },
      ]);
    }
    expect(refusalOf('{"phoneNumber":5550100,"message":7}').details?.map(({ field }) => field)).toEqual([
      "content.phoneNumber",
      "content.message",
    ]);
    for (const content of ["12", "call me", "[12345]", "12345\u0661"]) {
      expect(refusalOf(content).code).toBe("invalid_content");
    }
    expect(refusalOf('{"phone":"12345","message":"a\\u0000"}').code).toBe("validation_failed");
    expect(refusalOf("SMSTO:").code).toBe("invalid_content");
  });

  it("says what content may be, and that a number is required", () => {
    for (const content of ["12", "[12345]"]) {
      expect(refusalOf(content).message).toBe(
        'content must be a phone number, a JSON object such as {"phone":"+441632960001","message":"…"}, or begin with SMSTO: or sms:',
      );
      expect(refusalOf(content).details).toMatchObject([{ field: "content", code: "invalid_format" }]);
    }
    expect(refusalOf("{}").message).toBe("content.phone is required: the number to send to");
    // A number in the wrong type is reported as that alone.
    expect(refusalOf('{"phone":5550100}').details).toMatchObject([
      { field: "content.phone", code: "invalid_type" },
    ]);
    expect(refusalOf('{"phone":"x"}').details).toMatchObject([
      { field: "content.phone", code: "invalid_format" },
    ]);
  });

  it("takes tabs and line breaks in SMSTO, but not in a URL", () => {
    expect(encodeContent("sms", "SMSTO:1:a\tb\nc").payload).toBe("SMSTO:1:a\tb\nc");
    expect(refusalOf("sms:1?body=a\nb").code).toBe("validation_failed");
    expect(encodeContent("sms", "1 [2] 3").payload).toBe("SMSTO:123:");
  });

  it.each<[string, string, string?]>([
    ["sms:+15550100,+1555?body=1+1%20%26", "+15550100", "1+1 &"],
    ["SMS:1:2", "1"],
    ["sms:1;2?body=", "1"],
    ["sms:1?x=y&body=a?b", "1", "a?b"],
    ["SMSTO:12345", "12345"],
    ["smsto:12345:a:b\nc", "12345", "a:b\nc"],
    ["SMSTO::a", "", "a"],
    ["sms:", ""],
  ])("reads %j", (payload, phone, message) => {
    expect(parsePayload(payload)).toEqual({ type: "sms", phone, ...(message && { message }) });
  });

  it.each(["xsms:1", "smst:1"])("reads no message in %j", (payload) => {
    expect(parsePayload(payload).type).toBe("text");
  });

  it("I9: gives back exactly the fields of a payload", () => {
    const clean = (text: string) =>
      text !== "" && !/\p{Cs}/u.test(text) && !/[^\t\r\n -\u{10ffff}]/u.test(text);
    const message = fc
      .oneof(
        fc.string({ unit: fc.constantFrom(":", ";", "SMSTO:", "\r\n", "\t", "x", "é") }),
        fc.string({ unit: "grapheme" }),
      )
      .filter(clean);
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[0-9]{3,15}$/), message, (phone, text) => {
        expect(parsePayload(encode({ phone, message: text }))).toEqual({ type: "sms", phone, message: text });
      }),
      { numRuns: 300 },
    );
  });
});
