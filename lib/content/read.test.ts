import { describe, expect, it } from "vitest";
import {
  encodeContent,
  parsePayload,
  readCardFile,
  readContent,
  writeMailto,
  writePhoneAddress,
  writeSmsAddress,
} from "./index";

describe("reading stored content", () => {
  it.each([
    ["text", "WIFI:S:A;;", { type: "text", text: "WIFI:S:A;;" }],
    ["url", "https://a.example/", { type: "url", url: "https://a.example/" }],
    ["sms", "+44 1632 960001", { type: "sms", phone: "+441632960001" }],
    ["sms", "sms:123?body=a%20b", { type: "sms", phone: "123", message: "a b" }],
    ["email", "ada@example.com", { type: "email", to: ["ada@example.com"], cc: [], bcc: [] }],
    ["wifi", '{"ssid":"A;B"}', { type: "wifi", ssid: "A;B", security: "nopass", hidden: false }],
    ["contact", "MECARD:N:Doe,J;;", { displayName: "J Doe", firstName: "J", lastName: "Doe" }],
    ["vcard", '{"firstName":"J"}', { type: "contact", displayName: "J" }],
    // Payloads that are taken as they are may name nothing.
    ["wifi", "WIFI:P:x;;", { type: "text", text: "WIFI:P:x;;" }],
    // Nothing that is accepted today, but a page must be made of it.
    ["wifi", '{"ssid":"A","password":"short"}', { type: "text" }],
    ["contact", "{}", { type: "text", text: "{}" }],
    ["email", "https://a.example", { type: "text", text: "https://a.example" }],
  ] as const)("reads type %s: %s", (type, content, meaning) => {
    expect(readContent(type, content)).toMatchObject(meaning);
  });

  it("returns a vCard file only for content that is a card", () => {
    expect(readCardFile("contact", '{"firstName":"J"}')).toBe(
      encodeContent("contact", '{"firstName":"J"}').payload,
    );
    expect(readCardFile("contact", "{}")).toBeUndefined();
    expect(readCardFile("text", "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD")).toBeUndefined();
    expect(readCardFile("vcard", "BEGIN:VCARD\rVERSION:3.0\rFN:A\rEND:VCARD")).toBe(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n",
    );
  });

  it("writes the file of a MECARD as vCard 3.0", () => {
    expect(readCardFile("contact", "MECARD:N:Doe,J;TEL:1;;")).toBe(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;J;;;\r\nFN:J Doe\r\nTEL:1\r\nEND:VCARD\r\n",
    );
  });

  it("leaves lines that open files or run, and further cards, out of the file", () => {
    const lines = ["BEGIN:VCARD", "VERSION:3.0", "FN:A", "NOTE:long", " er", "URL:javascript:x", "END:VCARD"];
    const payload = [...lines, "BEGIN:VCARD", "FN:B", "END:VCARD"].join("\n");
    expect(readCardFile("vcard", payload)).toBe(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nNOTE:long\r\n er\r\nEND:VCARD\r\n",
    );
  });
});

describe("URLs that open another application", () => {
  it("open a text message with its number and text", () => {
    expect(writeSmsAddress({ phone: "+44 (1632) 960-001" })).toBe("sms:+441632960001");
    const address = writeSmsAddress({ phone: "123", message: "a&b=1 + 2?\nc" });
    expect(address).toBe("sms:123?&body=a%26b%3D1%20%2B%202%3F%0Ac");
    expect(parsePayload(address)).toEqual({ type: "sms", phone: "123", message: "a&b=1 + 2?\nc" });
    expect(writeSmsAddress({ phone: "1?body=x&y" })).toBe("sms:1%3Fbody%3Dx%26y");
  });

  it("open an email with only its own fields", () => {
    const draft = { to: ["a b@c.example"], cc: ["x&bcc=y"], bcc: [], subject: "a&b", body: "1\n2" };
    const address = writeMailto(draft);
    expect(address).toBe("mailto:a%20b@c.example?subject=a%26b&body=1%0D%0A2&cc=x%26bcc%3Dy");
    expect(parsePayload(address)).toEqual({ type: "email", ...draft });
  });

  it("open a call for plain numbers only", () => {
    expect(writePhoneAddress("+44 (1632) 960-001")).toBe("tel:+441632960001");
    for (const text of ["*#06#", "+44;ext=1", "javascript:1", "", "12"]) {
      expect(writePhoneAddress(text), text).toBeUndefined();
    }
  });
});
