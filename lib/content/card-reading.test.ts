import { describe, expect, it } from "vitest";
import { parsePayload } from "./index";

describe("contact cards of other programs", () => {
  it("are parsed from MECARD and vCard", () => {
    expect(
      parsePayload("MECARD:N:Doe,John;TEL:+1555;TEL:222;EMAIL:j@x.de;ADR:1\\, Road;BDAY:19850412;;"),
    ).toEqual({
      type: "contact",
      displayName: "John Doe",
      firstName: "John",
      lastName: "Doe",
      phones: [{ number: "+1555" }, { number: "222" }],
      emails: ["j@x.de"],
      address: "1, Road",
      birthday: "1985-04-12",
    });
    const lines = [
      "BEGIN:VCARD",
      "VERSION:4.0",
      "FN:Jo D",
      'item1.TEL;VALUE=uri;TYPE="voice,work":tel:+1-555',
    ];
    const foreign = [...lines, "NOTE:long", "  line\\, here", "ORG:A;B", "BDAY:19850412", "END:VCARD"].join(
      "\r\n",
    );
    expect(parsePayload(foreign)).toEqual({
      type: "contact",
      displayName: "Jo D",
      organization: "A, B",
      phones: [{ type: "work", number: "+1-555" }],
      emails: [],
      note: "long line, here",
      birthday: "1985-04-12",
    });
  });

  const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD"].join("\n");

  it.each<[string, Record<string, unknown>]>([
    ["N:Doe;Jo\\;e;x;Dr;", { lastName: "Doe", firstName: "Jo;e" }],
    ["N:Doe", { lastName: "Doe" }],
    ["N:;Jo", { firstName: "Jo" }],
    ["ORG:A;;B\\, C", { organization: "A, B, C" }],
    ["TITLE:a\\Nb\\nc", { title: "a\nb\nc" }],
    ["URL:https://a.example/\\,b", { url: "https://a.example/\\,b" }],
    ["ADR:po;ext;1 Road;;;;", { address: "1 Road" }],
    ["ADR:;;1 Road;Town", { address: { street: "1 Road", city: "Town" } }],
    ["ADR:;;;;;W1;UK", { address: { postalCode: "W1", country: "UK" } }],
    ["BDAY:1985-04-12", { birthday: "1985-04-12" }],
    ["BDAY:198504123", { birthday: "198504123" }],
    ["BDAY:x19850412", { birthday: "x19850412" }],
    ["NOTE:", {}],
    ["FN:first\nFN:second", { displayName: "first" }],
    ["EMAIL;TYPE=work:a\\,b@x.de\nEMAIL:c@x.de", { emails: ["a,b@x.de", "c@x.de"] }],
    ["TEL;HOME;VOICE:1", { phones: [{ type: "home", number: "1" }] }],
    ["TEL;TYPE=pref,voice:1", { phones: [{ type: "pref", number: "1" }] }],
    ["TEL;TYPE=PREF;type=fax:1", { phones: [{ type: "fax", number: "1" }] }],
    ["TEL;PREF=1;X-TYPE=fax:TEL:1", { phones: [{ number: "1" }] }],
    ["TEL;TYPE=:a tel:1", { phones: [{ number: "a tel:1" }] }],
  ])("are parsed from the property %j", (line, fields) => {
    expect(parsePayload(card(line))).toEqual({ type: "contact", phones: [], emails: [], ...fields });
  });

  it.each<[string, Record<string, unknown>]>([
    [
      "N:Doe;ORG:A;TITLE:B;URL:c;NOTE:d;",
      { displayName: "Doe", lastName: "Doe", organization: "A", title: "B", url: "c", note: "d" },
    ],
    ["N:Doe\\, Jo;", { displayName: "Doe, Jo", lastName: "Doe, Jo" }],
    ["N:,Jo;N:other;", { displayName: "Jo", firstName: "Jo" }],
    ["TEL:1;;N:Doe", { phones: [{ number: "1" }] }],
  ])("are parsed from the MECARD fields %j", (body, fields) => {
    expect(parsePayload(`MECARD:${body}`)).toEqual({ type: "contact", phones: [], emails: [], ...fields });
  });

  it.each(["BEGIN:VCARD", "BEGIN:VCARDS\nFN:a", "xBEGIN:VCARD\nFN:a", "mecard:N:a;;", "xMECARD:N:a;;"])(
    "are no card: %j",
    (payload) => expect(parsePayload(payload)).toEqual({ type: "text", text: payload }),
  );

  it.each(["BEGIN:VCARD\nFN:a", "begin:vcard \t\r\nFN:a"])("need no end: %j", (payload) => {
    expect(parsePayload(payload)).toMatchObject({ type: "contact", displayName: "a" });
  });
});
