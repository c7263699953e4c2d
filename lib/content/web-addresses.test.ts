import { describe, expect, it } from "vitest";
import { listWebAddresses, readContent, splitAtAddresses } from "./index";
import type { ContentType } from "./schema";

const card = (lines: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:Ada\n${lines}\nEND:VCARD`;

describe("P3: web addresses in content", () => {
  it.each<[ContentType, string, string[]]>([
    ["url", "https://Evil.example", ["https://evil.example/"]],
    ["text", "https://evil.example/login", ["https://evil.example/login"]],
    ["text", "See (HTTP://Evil。example:81/a?b#c), or not.", ["http://evil.example:81/a?b#c"]],
    ["text", "https://a.example\nhttps://b.example!", ["https://a.example/", "https://b.example/"]],
    ["text", "https://me:word@evil.example/", ["https://me:word@evil.example/"]],
    ["text", "evil.example, javascript:alert(1), https://, https:// evil.example", []],
    ["contact", '{"firstName":"Ada","url":"https://evil.example/"}', ["https://evil.example/"]],
    ["vcard", '{"lastName":"L","note":"Or https://evil.example."}', ["https://evil.example/"]],
    ["contact", card("item1.URL;TYPE=work:https://evil.\n example/a"), ["https://evil.example/a"]],
    ["vcard", card("NOTE:x\\nhttps://evil.example\\, y"), ["https://evil.example/"]],
    ["contact", "MECARD:N:Ada;URL:https\\://evil.example;;", ["https://evil.example/"]],
    ["wifi", '{"ssid":"https://evil.example","security":"nopass"}', []],
    ["email", '{"to":"a@b.example","body":"https://evil.example"}', []],
    ["wifi", "no network at https://evil.example", ["https://evil.example/"]],
  ])("are found in %s %j", (type, content, addresses) => {
    expect(listWebAddresses(readContent(type, content))).toEqual(addresses);
  });
});

it("splitAtAddresses splits text into parts that add up to it", () => {
  const text = 'a <https://b.example/c>, "HTTPS://d.example"… https://[e).';
  const parts = splitAtAddresses(text);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts.flatMap(({ text, url }) => (url ? [text] : []))).toEqual([
    "https://b.example/c",
    "HTTPS://d.example",
  ]);
});
