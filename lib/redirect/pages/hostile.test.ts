import { describe, expect, it } from "vitest";
import { type Page, writePage } from ".";
import { html } from "./html";

const context = { language: "en", requestId: "req_x", reportUrl: "/report/7kQm2XbT" } as const;

const payloads = [
  "<script>alert(1)</script>",
  "</style><script>alert(1)</script>",
  "</title><img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  "<!--<script>",
  "]]><script>alert(1)</script>",
  "&lt;script&gt;",
  "<a href=javascript:alert(1)>x</a>",
  "{{7*7}}<%= 1 %>",
];

const vcard = (text: string) => ({
  firstName: text,
  lastName: text,
  organization: text,
  title: text,
  note: text,
  address: { street: text, city: text, country: text },
});

const raw = (text: string) =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:Name ${text}\nTEL;TYPE=${text.replace(/[:;"]/g, "")}:${text}\nEMAIL:${text}\nURL:${text}\nBDAY:${text}\nORG:${text}\nEND:VCARD`;

function listPages(text: string): Page[] {
  const shortCode = "7kQm2XbT";
  const field = text.replace(/[\\;,:"]/g, "\\$&");
  const held: [Extract<Page, { kind: "opened" }>["type"], string][] = [
    ["text", text],
    ["contact", JSON.stringify({ ...vcard(text), address: text })],
    ["vcard", JSON.stringify(vcard(text))],
    ["vcard", raw(text)],
    ["contact", `MECARD:N:${field};TEL:${field};EMAIL:${field};URL:${field};;`],
    ["wifi", `WIFI:T:${field};S:${field};P:${field};;`],
    [
      "email",
      `mailto:${encodeURIComponent(text)}?subject=${encodeURIComponent(text)}&body=${encodeURIComponent(text)}&cc=${encodeURIComponent(text)}`,
    ],
    ["email", JSON.stringify({ to: "a@b.example", subject: text, body: text })],
    ["sms", `SMSTO:${text.replaceAll(":", "")}:${text}`],
    ["url", text],
  ];
  return held.flatMap(([type, content]): Page[] => [
    { kind: "opened", type, content, shortCode },
    { kind: "preview", type, content, shortCode, url: null },
    { kind: "preview", type: "url", content, shortCode, url: `https://a.example/?${text}#${text}` },
  ]);
}

/** The tags of a page in their order, with the names of their attributes and where their links go. */
function listTags(body: string): string[] {
  const markup = body.replace(/<(style|script)>[\s\S]*?<\/\1>/g, "");
  return [...markup.matchAll(/<[^>]*>/g)].map(([tag]) =>
    tag.replace(
      /="([^"]*)"/g,
      (_, value: string) => `="${/^[a-z]+:|^\/r\/|^\/report\//.exec(value)?.[0] ?? ""}"`,
    ),
  );
}

describe("I3: hostile names and content", () => {
  const harmless = listPages("plain").map((page) => listTags(writePage(page, context).body));

  it.each(payloads)("are escaped in every field: %s", (text) => {
    const answers = listPages(text).map((page) => writePage(page, context).body);
    expect(answers.map(listTags)).toEqual(harmless);
    // It is there, and not where it would be markup.
    expect(answers.filter((body) => body.includes(text) && /[<>]/.test(text))).toEqual([]);
    expect(answers[0]).toContain(
      text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;"),
    );
  });

  it("are escaped by the html template, in lists and fake template results too", () => {
    const text = `<b>"'&`;
    const safe = "&lt;b&gt;&quot;&#39;&amp;";
    expect(html`<i title="${text}">${text}${[html`${text}`]}${undefined}${3}</i>`.toString()).toBe(
      `<i title="${safe}">${safe}${safe}3</i>`,
    );
    const impostor = { toString: () => text } as unknown as string;
    expect(html`${impostor}${[impostor] as never}`.toString()).toBe(safe + safe);
  });
});
