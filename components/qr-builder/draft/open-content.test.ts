import { describe, expect, it } from "vitest";
import { encodeContent } from "@/lib/content";
import type { ContentType } from "@/lib/content/schema";
import { emptyFields } from "./draft";
import { openContent } from "./open-content";
import { readContent } from "./read-content";

const stored: readonly (readonly [type: ContentType, content: string | object])[] = [
  ["url", "https://example.com/menu?a=1#b"],
  ["text", "Grüße\n世界 {not JSON}"],
  ["text", '{"ssid":"not a network"}'],
  ["wifi", { ssid: "Guests" }],
  ["wifi", { ssid: 'Café "5,2"; \\', password: "long enough; really", security: "WPA2", hidden: true }],
  ["wifi", { ssid: "Old", password: "abcde", security: "wep" }],
  ["wifi", { ssid: "Open", password: "ignored here", security: "none" }],
  ["wifi", { ssid: "Hex", password: "ab".repeat(32), hidden: null }],
  ["contact", { firstName: "Ada" }],
  [
    "contact",
    {
      firstName: "Ingrid",
      lastName: "Halden; Roasters",
      organization: "Halden",
      title: "Owner",
      phone: "+47 22 12 34 56",
      email: "i@halden.example",
      url: "https://halden.example",
      address: "Storgata 1\n0155 Oslo",
      note: "Two\nlines",
    },
  ],
  ["vcard", { organization: "Halden", phone: "+4722123456", email: "a@halden.example" }],
  [
    "vcard",
    {
      firstName: "Ingrid",
      phone: "+4722123456",
      phones: [
        { type: "mobile", number: "+47 91 23 45 67" },
        { type: "X-Desk", number: "1234" },
        { number: "112" },
      ],
      emails: ["a@halden.example", "b@halden.example"],
      address: { street: "Storgata 1", city: "Oslo", postalCode: "0155", country: "Norway" },
      birthday: "1985-04-12",
      note: "Grinder; 2",
    },
  ],
  ["vcard", { lastName: "Lie", address: "Storgata 1, Oslo" }],
  ["email", "ada@example.com"],
  ["email", { to: "ada@example.com", subject: "Hello, you", body: "Two\nlines & more" }],
  ["email", { to: ["a@example.com", "b@example.com"], cc: "c@example.com", bcc: ["d@example.com"] }],
  ["sms", "+44 1632 960001"],
  ["sms", { phone: "+441632960001", message: "Hi: there; you" }],
  ["sms", { phoneNumber: "01632 960001" }],
];

const raw: readonly (readonly [type: ContentType, content: string | object])[] = [
  ["wifi", "WIFI:T:WPA;S:Guests;P:long enough;;"],
  ["wifi", { ssid: "Guests", colour: "blue" }],
  ["contact", "MECARD:N:Halden,Ingrid;;"],
  ["contact", "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ingrid\r\nEND:VCARD"],
  ["contact", { firstName: " Ingrid " }],
  ["vcard", "BEGIN:VCARD\nVERSION:2.1\nN:Halden;Ingrid\nEND:VCARD\n"],
  ["vcard", { firstName: "Ingrid", phones: [{ number: "112", label: "Desk" }] }],
  ["email", "mailto:ada@example.com?subject=a%20b&x-note=1"],
  ["sms", "SMSTO:+441632960001:Hi"],
  ["sms", "sms:+441632960001?body=Hi"],
  ["sms", { phone: "112", phoneNumber: "113" }],
];

const textOf = (content: string | object) =>
  typeof content === "string" ? content : JSON.stringify(content);

describe("stored content opened in its form", () => {
  it.each(stored)("fills the controls, which produce the same payload: %s %j", (type, content) => {
    const text = textOf(content);
    const fields = openContent(type, text);
    expect(fields.raw).toBeNull();
    expect(fields).not.toEqual(emptyFields);
    const again = readContent({ ...fields, tab: type });
    expect(encodeContent(type, again).payload).toBe(encodeContent(type, text).payload);
  });

  it.each(raw)("is shown as raw text and read back unchanged if no control fits: %s %j", (type, content) => {
    const text = textOf(content);
    const fields = openContent(type, text);
    expect(fields).toEqual({ ...emptyFields, raw: text });
    expect(readContent({ ...fields, tab: type })).toBe(text);
  });

  it("keeps the password of an open network", () => {
    const { wifi } = openContent("wifi", '{"ssid":"Open","password":"for later","security":"open"}');
    expect(wifi).toMatchObject({ password: "for later", security: "nopass" });
  });
});
