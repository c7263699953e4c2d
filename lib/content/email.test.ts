import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { encodeContent, parsePayload } from "./index";

const encode = (fields: unknown) => encodeContent("email", JSON.stringify(fields)).payload;

function refusalOf(content: string): ServiceError {
  try {
    encodeContent("email", content);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error(`took ${content}`);
}

describe("content type email", () => {
  it("writes a mailto URL with %20 and %0D%0A", () => {
    const table: [unknown, string][] = [
      [{ to: "ada@example.com" }, "mailto:ada@example.com"],
      [{ to: ["a@example.com", "b@example.com"] }, "mailto:a@example.com,b@example.com"],
      [
        { to: "a+b@example.com", subject: "Tea & cake + 1" },
        "mailto:a%2Bb@example.com?subject=Tea%20%26%20cake%20%2B%201",
      ],
      [{ to: "a@example.com", body: "1\n2\r\n3\r4" }, "mailto:a@example.com?body=1%0D%0A2%0D%0A3%0D%0A4"],
      [
        { to: "a@example.com", subject: "", cc: "c@example.com", bcc: ["d@example.com", "e@example.com"] },
        "mailto:a@example.com?cc=c@example.com&bcc=d@example.com,e@example.com",
      ],
      [{ to: "jörg@münchen.example", subject: "ü" }, "mailto:j%C3%B6rg@m%C3%BCnchen.example?subject=%C3%BC"],
    ];
    for (const [fields, payload] of table) expect(encode(fields)).toBe(payload);
  });

  it("accepts a bare address and an encoded payload", () => {
    expect(encodeContent("email", "ada@example.com").payload).toBe("mailto:ada@example.com");
    for (const payload of ["mailto:a@example.com?subject=x", "MAILTO:a@example.com"]) {
      expect(encodeContent("email", payload)).toEqual({ payload });
    }
    for (const content of [
      "ada",
      "ada@",
      " ada@example.com",
      "a@example.com, b@example.com",
      '["a@example.com"]',
    ]) {
      expect(refusalOf(content).code).toBe("invalid_content");
    }
    expect(refusalOf("mailto:a@example.com\r\nBcc: x").code).toBe("validation_failed");
  });

  it("requires an address, and reports all errors at once", () => {
    for (const to of [undefined, null, "", []]) {
      expect(refusalOf(JSON.stringify({ to, subject: "x" })).details).toMatchObject([
        { field: "content.to", code: "required" },
      ]);
    }
    const error = refusalOf(
      JSON.stringify({ to: ["a@example.com", "b"], subject: 5, body: {}, cc: 1, bcc: ["c d@e.de"] }),
    );
    expect(error.details?.map(({ field }) => field)).toEqual([
      "content.to[1]",
      "content.subject",
      "content.body",
      "content.cc",
      "content.bcc[0]",
    ]);
    const smuggled = refusalOf(JSON.stringify({ to: "a@example.com", subject: "x\r\nBcc: y@example.com" }));
    expect(smuggled.code).toBe("validation_failed");
    expect(smuggled.details).toMatchObject([{ field: "content.subject", code: "invalid_characters" }]);
  });

  it("says what content may be, and that an address is required", () => {
    expect(refusalOf("ada").message).toBe(
      'content must be an email address, a JSON object such as {"to":"ada@example.com","subject":"…"}, or begin with mailto:',
    );
    expect(refusalOf("ada").details).toMatchObject([{ field: "content", code: "invalid_format" }]);
    expect(refusalOf("{}").message).toBe("content.to is required: an address, or an array of them");
    expect(refusalOf('{"to":"a@b.de","cc":5}').message).toBe(
      "content.cc must be a string or an array of strings, not a number",
    );
  });

  it.each<[string, Record<string, unknown>]>([
    ["mailto:", {}],
    ["MailTo:a%20b@c.de", { to: ["a b@c.de"] }],
    ["mailto:a@b.de,%20c@d.de,,", { to: ["a@b.de", "c@d.de"] }],
    ["mailto:a@b.de?to=c@d.de,e@f.de&To=g@h.de", { to: ["a@b.de", "c@d.de", "e@f.de", "g@h.de"] }],
    ["mailto:?SUBJECT=a&subject=b&body=c%0D%0Ad%0D%0Ae", { subject: "a", body: "c\nd\ne" }],
    ["mailto:?%73ubject=a=b&=c&d&x=y", { subject: "a=b" }],
    ["mailto:?subject=%E0%A4%A&body=a\nb?c", { subject: "%E0%A4%A", body: "a\nb?c" }],
    ["mailto:?cc=a%2Cb@c.de&cc=d@e.de&bcc=f@g.de", { cc: ["a,b@c.de", "d@e.de"], bcc: ["f@g.de"] }],
  ])("reads %j", (payload, fields) => {
    expect(parsePayload(payload)).toEqual({ type: "email", to: [], cc: [], bcc: [], ...fields });
  });

  it.each(["xmailto:a@b.de", "mail:a@b.de"])("reads no email in %j", (payload) => {
    expect(parsePayload(payload).type).toBe("text");
  });

  it("I9: gives back exactly the fields of a mailto URL", () => {
    const clean = (text: string) => text !== "" && !/\p{Cs}/u.test(text) && ![...text].some((c) => c < " ");
    const line = fc
      .oneof(
        fc.string({ unit: fc.constantFrom(..."&?=%#+, a", "%0D%0A", "&bcc=x@y.de", "é", "🔒") }),
        fc.string({ unit: "grapheme" }),
      )
      .filter(clean);
    const body = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n"));
    const addresses = fc.array(fc.emailAddress(), { maxLength: 2 });
    const fields = fc.record({
      to: fc.array(fc.emailAddress(), { minLength: 1, maxLength: 2 }),
      subject: line,
      body,
      cc: addresses,
      bcc: addresses,
    });
    fc.assert(
      fc.property(fields, (given) => {
        fc.pre(JSON.stringify(given).length <= 4096);
        const payload = encode(given);
        expect(payload).toMatch(/^mailto:[\x21-\x7e]+$/);
        expect(payload).not.toContain("+");
        expect(parsePayload(payload)).toEqual({ type: "email", ...given });
      }),
      { numRuns: 300 },
    );
  });
});
