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
});
