import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { encodeContent, parsePayload } from "./index";

const encode = (fields: unknown) => encodeContent("vcard", JSON.stringify(fields)).payload;

function refusalOf(fields: unknown): ServiceError {
  try {
    encode(fields);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error(`took ${JSON.stringify(fields)}`);
}

describe("content type vcard", () => {
  it("writes several phones and emails, a structured address and a birthday", () => {
    const payload = encode({
      firstName: "Ada",
      phone: "123",
      phones: [{ type: "Mobile", number: "+44 123" }, { number: "456" }, { type: "WORK", number: "789" }],
      email: "a@example.com",
      emails: ["b@example.com"],
      address: { street: "1; High St", city: "London", postalCode: "W1", country: "UK", planet: "Earth" },
      birthday: "1815-12-10",
    });
    expect(payload.split("\r\n").slice(4)).toEqual([
      "TEL:123",
      "TEL;TYPE=CELL:+44 123",
      "TEL:456",
      "TEL;TYPE=WORK:789",
      "EMAIL:a@example.com",
      "EMAIL:b@example.com",
      "ADR:;;1\\; High St;London;;W1;UK",
      "BDAY:1815-12-10",
      "END:VCARD",
      "",
    ]);
  });

  it("takes birthdays and kinds of phones only as they are written in a card", () => {
    for (const birthday of ["x1985-04-12", "1985-04-12x", "0000-01-01", "12.4.1985"]) {
      expect(refusalOf({ firstName: "x", birthday }).details?.[0]?.field).toBe("content.birthday");
    }
    for (const type of ["-a", "a_b", "1", "a".repeat(32)]) {
      const phones = [{ number: "123", type }];
      expect(refusalOf({ firstName: "x", phones }).details?.[0]?.field).toBe("content.phones[0].type");
    }
    const phones = [{ number: "123", type: `x-${"a".repeat(29)}` }];
    expect(encode({ firstName: "x", phones })).toContain(`TEL;TYPE=X-${"A".repeat(29)}:123`);
    expect(encode({ firstName: "x", address: {}, phones: [] })).not.toMatch(/ADR|TEL/);
  });

  it("reports all errors at once, each at its path", () => {
    const error = refusalOf({
      firstName: "x",
      phones: [{ number: "12" }, "5550100", { type: "WORK;PREF", number: "5550100" }, {}],
      emails: ["a@example.com", 5, "", "b"],
      address: ["x"],
      birthday: "2025-02-29",
    });
    expect(error.details?.map(({ field, code }) => [field, code]).sort()).toEqual([
      ["content.address", "invalid_type"],
      ["content.birthday", "invalid_format"],
      ["content.emails[1]", "invalid_type"],
      ["content.emails[2]", "required"],
      ["content.emails[3]", "invalid_format"],
      ["content.phones[0].number", "invalid_format"],
      ["content.phones[1]", "invalid_type"],
      ["content.phones[2].type", "invalid_format"],
      ["content.phones[3].number", "required"],
    ]);
    expect(refusalOf({ firstName: "x", phones: { number: "123" } }).details?.[0]?.field).toBe(
      "content.phones",
    );
    expect(refusalOf({ firstName: "x", emails: "a@example.com" }).details?.[0]?.field).toBe("content.emails");
    expect(refusalOf({ firstName: "x", address: { city: 5 } }).details?.[0]?.field).toBe(
      "content.address.city",
    );
    expect(refusalOf({ firstName: "x", address: { city: "\u0000" } }).code).toBe("validation_failed");
  });

  it("accepts only dates that exist", () => {
    for (const birthday of ["2024-02-29", "1900-12-31", "0001-01-01"]) {
      expect(encode({ firstName: "x", birthday })).toContain(`BDAY:${birthday}\r\n`);
    }
    for (const birthday of [
      "2023-02-29",
      "1900-02-29",
      "2024-13-01",
      "2024-00-10",
      "2024-1-1",
      "20240101",
      "0000-01-01",
      "2024-04-31",
    ]) {
      expect(refusalOf({ firstName: "x", birthday }).details?.[0]?.field).toBe("content.birthday");
    }
  });

  it("I9: gives back exactly the fields of a card", () => {
    const text = fc
      .string({
        unit: fc.constantFrom("\\", ";", ",", ":", '"', "\n", "END:VCARD\n", "TYPE=", "n", "N", "é", "家"),
      })
      .filter((value) => value.trim() !== "");
    const type = fc.constantFrom("cell", "work", "home", "fax", "x-desk");
    const number = fc.stringMatching(/^\+?[0-9]{3,15}$/);
    const email = fc.emailAddress().filter((value) => value.length < 100);
    const fields = fc.record({
      lastName: text,
      phones: fc.array(fc.record({ type, number }), { maxLength: 4 }),
      emails: fc.array(email, { maxLength: 3 }),
      address: fc.record({ street: text, city: text, region: text, postalCode: text, country: text }),
      url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
      birthday: fc
        .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    });
    fc.assert(
      fc.property(fields, (given) => {
        fc.pre(JSON.stringify(given).length < 4000);
        expect(parsePayload(encode(given))).toEqual({
          type: "contact",
          displayName: given.lastName,
          ...given,
        });
      }),
      { numRuns: 300 },
    );
  });
});
