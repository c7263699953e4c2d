import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { encodeContent, parsePayload } from "./index";

const encode = (fields: unknown) => encodeContent("contact", JSON.stringify(fields)).payload;

function refusalOf(content: string): ServiceError {
  try {
    encodeContent("contact", content);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error(`took ${content}`);
}

describe("content type contact", () => {
  it("writes vCard 3.0 with CRLF, and always N and FN", () => {
    const ada = {
      firstName: "Ada",
      lastName: "Lovelace",
      organization: "Engines; Ltd, London",
      title: "Countess",
      phone: "+44 (20) 7946-0958",
      email: "ada@example.com",
      url: "https://example.com/?a=1,2;3",
      address: "12 St James's Square\nLondon",
      note: "Back\\slash",
    };
    expect(encode(ada).split("\r\n")).toEqual([
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:Lovelace;Ada;;;",
      "FN:Ada Lovelace",
      "ORG:Engines\\; Ltd\\, London",
      "TITLE:Countess",
      "TEL:+44 (20) 7946-0958",
      "EMAIL:ada@example.com",
      "URL:https://example.com/?a=1,2;3",
      "ADR:;;12 St James's Square\\nLondon;;;;",
      "NOTE:Back\\\\slash",
      "END:VCARD",
      "",
    ]);
    expect(encode({ organization: "Acme" })).toBe(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:Acme\r\nORG:Acme\r\nEND:VCARD\r\n",
    );
    expect(encode({ lastName: "X", firstName: "", phone: null, note: " " })).toBe(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:X;;;;\r\nFN:X\r\nEND:VCARD\r\n",
    );
  });

  it("requires a name or an organization", () => {
    for (const fields of [{}, { phone: "12345" }, { firstName: " ", lastName: "" }, { organization: null }]) {
      const error = refusalOf(JSON.stringify(fields));
      expect(error.code).toBe("invalid_content");
      expect(error.details).toMatchObject([{ field: "content.firstName", code: "required" }]);
    }
  });

  it.each(["firstName", "lastName", "organization"])("accepts %s alone", (name) => {
    expect(parsePayload(encode({ [name]: "x", note: "y" }))).toMatchObject({ [name]: "x", note: "y" });
  });

  it("says what a name can be replaced by", () => {
    expect(refusalOf("{}").message).toBe(
      "content.firstName is required, or one of lastName and organization",
    );
    // A member of the wrong type is reported as that alone.
    expect(refusalOf('{"organization":7}').details).toMatchObject([
      { field: "content.organization", code: "invalid_type" },
    ]);
    expect(refusalOf("hello").message).toBe(
      'content must be a JSON object such as {"firstName":"Ada","lastName":"Lovelace"}, or begin with BEGIN:VCARD or MECARD:',
    );
  });

  it("allows line breaks in names and texts, but not in phone, email and url", () => {
    expect(encode({ firstName: "a\nb", address: "c\td" })).toContain(
      "N:;a\\nb;;;\r\nFN:a\\nb\r\nADR:;;c\td;",
    );
    for (const key of ["phone", "email", "url"]) {
      const { code, details } = refusalOf(JSON.stringify({ firstName: "x", [key]: "a\nb" }));
      expect([code, details?.[0]?.field]).toEqual(["validation_failed", `content.${key}`]);
    }
  });

  it("reports all errors at once, each at its field", () => {
    const error = refusalOf(
      '{"firstName":7,"phone":5550100,"email":"no","url":"javascript:x","address":{"city":"x"}}',
    );
    expect(error.details?.map(({ field, code }) => [field, code])).toEqual([
      ["content.firstName", "invalid_type"],
      ["content.phone", "invalid_type"],
      ["content.email", "invalid_format"],
      ["content.url", "not_allowed"],
      ["content.address", "invalid_type"],
    ]);
    expect(error.details?.[1]?.message).toBe(
      "content.phone must be a string, not a number; put it in quotation marks",
    );
    expect(error.message).toContain("and 4 more, see details");
  });

  it("validates phone numbers and email addresses", () => {
    for (const phone of [
      "112",
      "+49.30.12345",
      "(0800) 123-456",
      "+49 [30] 123456",
      "1 234 567 890 123 45",
    ]) {
      expect(encode({ firstName: "x", phone })).toContain(`TEL:${phone}\r\n`);
    }
    for (const phone of [
      "12",
      "1234567890123456",
      "+",
      "555-CALL",
      "1+23",
      "++123",
      "٣٤٥٦",
      "123;ext=4",
      "{12345}",
    ]) {
      expect(refusalOf(JSON.stringify({ firstName: "x", phone })).details?.[0]?.field).toBe("content.phone");
    }
    for (const email of [
      "a@b.de",
      "first.last+tag@sub.example.co.uk",
      "müller@münchen.example",
      "o'hara@example.com",
    ]) {
      expect(encode({ firstName: "x", email })).toContain(`EMAIL:${email}\r\n`);
    }
    const bad = [
      "a",
      "a@",
      "@b.de",
      "a@b",
      "a b@c.de",
      "a@b..de",
      ".a@b.de",
      "a@-b.de",
      "a@b.de,c@d.de",
      "a@@b.de",
    ];
    for (const email of bad) {
      expect(refusalOf(JSON.stringify({ firstName: "x", email })).details?.[0]?.field).toBe("content.email");
    }
  });

  it("accepts a raw vCard of any version and a MECARD unchanged", () => {
    const cards = [
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:x;;;;\r\nFN:x\r\nEND:VCARD\r\n",
      "BEGIN:VCARD\nVERSION:4.0\nFN:x\nNOTE:folded\n  line\nEND:VCARD",
      "begin:vcard\nversion:2.1\nN:x\nend:vcard",
      "MECARD:N:Doe,John;TEL:123456;;",
      "BEGIN:VCARD \t\nVERSION: 4.0\nEND:VCARD \n\n",
      "BEGIN:VCARD\rversion:\t2.1\rend:vcard",
    ];
    for (const payload of cards) {
      expect(encodeContent("contact", payload)).toEqual({ payload });
      expect(encodeContent("vcard", payload)).toEqual({ payload });
    }
  });

  it("rejects a raw vCard without VERSION or END, with all errors at once", () => {
    const error = refusalOf("BEGIN:VCARD\nFN:x");
    expect(error.code).toBe("invalid_content");
    expect(error.details?.map(({ message }) => message)).toEqual([
      "content must have a line such as VERSION:3.0",
      "content must end with the line END:VCARD",
    ]);
    const oneLine = refusalOf("BEGIN:VCARD VERSION:3.0 END:VCARD");
    expect(oneLine.details).toMatchObject(Array(3).fill({ field: "content", code: "invalid_format" }));
    expect(oneLine.details?.[0]?.message).toBe("content must have a line break after BEGIN:VCARD");
    for (const payload of [
      "BEGIN:VCARD x\nVERSION:3.0\nEND:VCARD",
      "BEGIN:VCARD\nVERSION:x3.0\nEND:VCARD",
      "BEGIN:VCARD\nXVERSION:3.0\nEND:VCARD",
      "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD x",
      "BEGIN:VCARD\nVERSION:3.0\nxEND:VCARD",
    ]) {
      expect(refusalOf(payload).details, payload).toHaveLength(1);
    }
    expect(refusalOf("BEGIN:VCARD\nVERSION:3.0\u0007\nEND:VCARD").code).toBe("validation_failed");
    expect(refusalOf("BEGIN:VCARD").code).toBe("invalid_content");
  });

  it("I9: gives back exactly the fields of a card, despite injected vCard syntax", () => {
    const bits = [
      "\\",
      ";",
      ",",
      ":",
      '"',
      "\n",
      "\r\n",
      "\\n",
      "END:VCARD",
      "BEGIN:VCARD",
      "\nTEL:666",
      " ",
      "\t",
      "é",
    ];
    const hostile = fc
      .oneof(fc.string({ unit: fc.constantFrom(...bits, "a") }), fc.string({ unit: "grapheme" }))
      .filter((text) => text.trim() !== "" && !/\p{Cs}/u.test(text) && !/[^\t\r\n -\u{10ffff}]/u.test(text));
    const optional = fc.option(hostile, { nil: undefined });
    const fields = fc.record({
      firstName: optional,
      lastName: hostile,
      organization: optional,
      title: optional,
      address: optional,
      note: optional,
    });
    fc.assert(
      fc.property(fields, (given) => {
        const payload = encode(given);
        expect(payload.match(/^(BEGIN|END|N|FN|TEL)\b.*$/gm)).toHaveLength(4);
        const lf = (text: string | undefined) => text?.replace(/\r\n|\r/g, "\n");
        const expected = Object.entries(given).filter(([, text]) => text !== undefined);
        const { displayName, ...parsed } = parsePayload(payload) as Record<string, unknown>;
        expect(displayName).toBe(lf([given.firstName, given.lastName].filter(Boolean).join(" ")));
        expect(parsed).toEqual({
          type: "contact",
          phones: [],
          emails: [],
          ...Object.fromEntries(expected.map(([key, text]) => [key, lf(text)])),
        });
      }),
      { numRuns: 300 },
    );
  });
});
