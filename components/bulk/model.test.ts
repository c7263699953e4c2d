import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { encodeContent } from "@/lib/content";
import { contentTypes } from "@/lib/content/schema";
import { maxFileBytes, maxImportRows, writeRows } from "@/lib/imports/schema";
import { validateLine } from "./check/fixes";
import { asCode } from "./check/lines";
import { guessColumns, guessHeading, guessTypeForAll, makeRows, type Plan } from "./make-rows";
import { parseTable, readBytes, type Table } from "./read-table";
import type { Row } from "./row";
import { writeTemplate } from "./template";
import { readKind, readType } from "./type-words";

function open(text: string): Table {
  const table = parseTable(Papa.parse, text);
  if ("refusal" in table) throw new Error(table.refusal);
  return table;
}

const refusalOf = (text: string) => {
  const table = parseTable(Papa.parse, text);
  return "refusal" in table ? table.refusal : "taken";
};

/** Rows as somebody who changes nothing gets them. */
function readAll(text: string): Row[] {
  const table = open(text);
  const hasHeading = guessHeading(table);
  const mapping = guessColumns(table, hasHeading);
  const type = guessTypeForAll(mapping, []);
  const plan: Plan = { hasHeading, mapping, type, isDynamic: true, namePattern: "Table {row}" };
  return makeRows(table, plan);
}

const row = (part: Partial<Row>): Row => ({
  id: 2,
  name: "Table 2",
  type: "Web address",
  content: "https://halden.example/",
  kind: "Dynamic",
  ...part,
});

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes);
const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8];
    }),
  );

describe("an import file", () => {
  const text = "Name;Inhalt\nTürschild;https://halden.example/\n";
  it.each([
    ["UTF-8", new TextEncoder().encode(text)],
    ["UTF-8", new TextEncoder().encode(`\uFEFF${text}`)],
    ["UTF-16", utf16(`\uFEFF${text}`, false)],
    ["UTF-16", utf16(`\uFEFF${text}`, true)],
    ["UTF-16", utf16(text, false)],
    ["UTF-16", utf16(text, true)],
    ["Windows-1252", Uint8Array.from(text, (letter) => letter.charCodeAt(0))],
  ])("is read as %s", (encoding, bytes) => {
    expect(readBytes(bytes)).toEqual({ encoding, text });
  });

  it.each([
    ["no bytes", bytesOf(), /empty/],
    ["an old workbook", bytesOf(0xd0, 0xcf, 0x11, 0xe0), /old Excel workbook, or one with a password/],
    ["a PDF", new TextEncoder().encode("%PDF-1.7"), /PDF/],
    ["binary data", bytesOf(1, 0, 0, 0, 5, 6, 7), /isn't text/],
    ["invalid UTF-16", Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0]), /aren't UTF-16/],
    ["more than 2 MB", new Uint8Array(maxFileBytes + 1).fill(65), /2\.0 MB; an import takes 2 MB\. Split/],
  ])("with %s is rejected with an error message", (_, bytes, words) => {
    expect(readBytes(bytes)).toEqual({ refusal: expect.stringMatching(words) });
  });
});

describe("an import table", () => {
  it.each([",", ";", "\t", "|"])("is split at the delimiter %j, which is detected", (delimiter) => {
    const text = [
      ["Name", "Content"],
      ["A, b; c", "https://a.example/"],
      ["D", "x\ny"],
    ]
      .map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter))
      .join("\r\n");
    const table = open(text);
    expect(table).toMatchObject({ delimiter, width: 2, ragged: [] });
    expect(table.lines.map(({ at, cells }) => [at, cells[0]])).toEqual([
      [1, "Name"],
      [2, "A, b; c"],
      [3, "D"],
    ]);
  });

  it("keeps line numbers across blank lines and reports lines of unusual width", () => {
    const { lines, ragged, usualWidth } = open("a,b\n\n1,2\n , \n3\n4,5,6\n7,8\n");
    expect(lines.map(({ at }) => at)).toEqual([1, 3, 5, 6, 7]);
    expect([ragged.map(({ at }) => at), usualWidth]).toEqual([[5, 6], 2]);
  });

  it.each([
    ["", /empty/],
    ["\n \n,,\n", /blank lines/],
    ['a,b\n"c,d\n', /in row 2 is opened and never closed/],
    ['a,b\n"c"d,e\n', /right after a closing quotation mark/],
    [`a\n${"x\n".repeat(maxImportRows + 1)}`, /502 rows; an import takes 500/],
  ])("with the text %.20j is rejected with an error message", (text, words) => {
    expect(refusalOf(text)).toMatch(words);
  });
});

describe("columns", () => {
  it.each([
    ["Name;Typ;Inhalt;Dynamisch", ["name", "type", "content", "kind"]],
    ["Nom,Type,Lien,Mode", ["name", "type", "content", "kind"]],
    ["Nombre,Tipo,Enlace", ["name", "type", "content"]],
    ["Netzwerk,Passwort,Verschlüsselung", ["ssid", "password", "security"]],
    ["Vorname,Nachname,E-Mail-Adresse,Telefon", ["firstName", "lastName", "email", "phone"]],
    ["URL,Zimmer", ["content", null]],
    ["Name,Content,Tags,Note,Archived,slug", ["name", "content", "tags", "codeNote", "archived", "slug"]],
    ["Name,Content,Slug,Domain", ["name", "content", "slug", "domain"]],
    ["Name,Content,Public image", ["name", "content", "publicImage"]],
    ["Name,Domain", ["name", "content"]],
    ["Netzwerk;Notiz;Schlagwörter", ["ssid", "codeNote", "tags"]],
    ["Vorname,Nachname,Notiz", ["firstName", "lastName", "note"]],
  ])("are recognised by their headings: %s", (heading, expected) => {
    const table = open(`${heading}\n${heading.replaceAll(/[^;,]+/g, "zzz")}`);
    expect(guessHeading(table)).toBe(true);
    expect(guessColumns(table, true)).toEqual(expected);
  });

  it("are recognised by their cells if there is no heading", () => {
    const table = open("Table 1\thttps://halden.example/1\tdynamic\nTable 2\thalden.example/2\tstatic");
    expect(guessHeading(table)).toBe(false);
    expect(guessColumns(table, false)).toEqual(["name", "content", "kind"]);
  });

  it("for network and password become Wi-Fi content; missing columns get default values", () => {
    const [first, second] = readAll("WLAN,Passwort\nGuests,long enough\nOpen,\n");
    expect(first).toEqual({
      id: 2,
      name: "Table 1",
      type: "Wi-Fi",
      content: '{"ssid":"Guests","password":"long enough"}',
      kind: "Dynamic",
    });
    expect(encodeContent("wifi", second!.content).payload).toBe("WIFI:T:nopass;S:Open;;");
  });

  it("for tags, note, archived, public image and slug are read, and are optional", () => {
    const [first, second] = readAll(
      'Name,Content,Tags,Note,Archived,Public image,Slug\nA,https://a.example,"Summer, menus","Two\nlines",ja,yes, menu-24\nB,https://b.example,,,,,\n',
    );
    expect(first).toMatchObject({
      tags: "Summer, menus",
      note: "Two\nlines",
      archived: "Yes",
      publicImage: "Yes",
      slug: "menu-24",
    });
    expect(second).toMatchObject({ tags: "", note: "", archived: "No", publicImage: "No", slug: "" });
    const [named, generated] = [first, second].map((one) => asCode(one as Row));
    expect(named).toMatchObject({
      tags: ["Summer", "menus"],
      note: "Two\nlines",
      archived: true,
      publicImage: true,
      slug: "menu-24",
    });
    expect(generated).toMatchObject({ tags: [], note: null, archived: false, publicImage: false });
    expect(generated).not.toHaveProperty("slug");
    const [plain] = readAll("Name,Content\nA,https://a.example\n");
    expect(asCode(plain as Row)).toEqual({
      row: 2,
      name: "A",
      type: "url",
      content: "https://a.example",
      isDynamic: true,
    });
  });

  it.each([
    ["Email,Subject,Message", "a@b.example,Hi,Two", "email"],
    ["Vorname,Nachname,Telefon", "Ada,Lovelace,+4722550134", "contact"],
    ["Phone,Message", "+4722550134,Hi", "sms"],
  ] as const)("%s become content that the encoders accept", (heading, cells, type) => {
    const [made] = readAll(`${heading}\n${cells}`);
    expect(readType(made!.type)).toBe(type);
    expect(() => encodeContent(type, made!.content)).not.toThrow();
  });
});

it("the template has rows of every content type, and none of them has an error", () => {
  const rows = readAll(writeTemplate());
  expect(new Set(rows.map(({ type }) => readType(type)))).toEqual(new Set(contentTypes));
  expect(rows.flatMap((one) => validateLine(one))).toEqual([]);
});

it("I4: exported faulty rows are read back unchanged, and no cell starts a formula", () => {
  const faulty = [
    row({ name: '=cmd|"/C calc"!A0', content: "+47 22 55 01 34 ext 2", type: "SMS" }),
    row({ id: 3, name: "@x", content: 'Two\nlines, "quoted"; more', type: "Link", kind: "Dyn" }),
    row({ id: 4, name: "'quoted'", content: "-1" }),
    row({ id: 5, name: "\uff1dHYPERLINK(1)", content: "\u00a0=1" }),
  ].map((one) => ({
    ...one,
    tags: "=a, b/c",
    note: "@one\n-two",
    archived: "maybe",
    publicImage: "maybe",
    slug: "-menu",
    domain: "=go",
  }));
  const file = writeRows(faulty.map((one) => ({ ...one, row: one.id, error: "A fault." })));
  for (const [cell] of file.matchAll(/(?<=[,\n]|^)"[^"]*/g)) expect(cell).not.toMatch(/^"\s*[=+\-@]/);
  expect(readAll(file).map(({ id: _, ...cells }) => cells)).toEqual(
    faulty.map(({ id: _, ...cells }) => cells),
  );
});

const faults: readonly [part: Partial<Row>, words: RegExp, fix: string | null, corrected: Partial<Row>][] = [
  [
    { content: "halden.example/t/40" },
    /^Start it with http/,
    "Add https://",
    { content: "https://halden.example/t/40" },
  ],
  [
    { content: " https://halden.example/ " },
    /space before or after/,
    "Remove the spaces",
    { content: "https://halden.example/" },
  ],
  [
    { content: "https://halden.example/a b" },
    /no spaces in it/,
    "Write %20 for each space",
    { content: "https://halden.example/a%20b" },
  ],
  [
    { content: "https://halden.example\\a" },
    /between its parts/,
    "Use / instead of \\",
    { content: "https://halden.example/a" },
  ],
  [{ content: "ada@halden.example" }, /^Start it with/, "Use Email as its type", { type: "Email" }],
  [{ content: "" }, /^Content is missing/, null, {}],
  [{ content: `https://halden.example/${"x".repeat(2_100)}` }, /at most 2,048 characters/, null, {}],
  [{ name: "" }, /^A name is missing/, "Call it “halden.example”", { name: "halden.example" }],
  [
    { name: "x".repeat(201) },
    /at most 200 characters. This one has 201/,
    "Keep the first 200 characters",
    { name: "x".repeat(200) },
  ],
  [{ name: "Two\nlines" }, /no line breaks/, "Remove the line breaks", { name: "Two lines" }],
  [{ type: "Link" }, /^“Link” isn't a type/, "Use Web address", { type: "Web address" }],
  [{ type: "WLAN", content: '{"ssid":"Guests"}' }, /isn't a type/, "Use Wi-Fi", { type: "Wi-Fi" }],
  [{ type: "" }, /^A type is missing/, "Use Web address", { type: "Web address" }],
  [{ kind: "Dyn" }, /^Kind is dynamic or static/, "Use dynamic", { kind: "Dynamic" }],
  [{ tags: "menus, a/b" }, /^A tag can't contain a slash/, null, {}],
  [{ tags: "x".repeat(41) }, /^A tag has at most 40 characters. This one has 41/, null, {}],
  [{ tags: "a,b,c,d,e,f,g,h,i,j,k" }, /^A code has at most 10 tags. Remove 1/, null, {}],
  [{ note: "x".repeat(2_001) }, /^A note has at most 2,000 characters. This one has 2,001/, null, {}],
  [{ archived: "maybe" }, /^Archived is yes or no/, null, {}],
  [{ publicImage: "maybe" }, /^Public image is yes or no/, null, {}],
  [{ slug: "menü" }, /^Use 4 to 60 letters, digits/, "Remove the slug", { slug: "" }],
  [{ slug: "aZ09bY18" }, /^8 letters and digits look like a generated link/, "Remove the slug", { slug: "" }],
  [{ slug: "menu-24", kind: "Static" }, /^Only a dynamic code/, "Remove the slug", { slug: "" }],
  [
    { domain: "go.halden.example", kind: "Static" },
    /^Only a dynamic code/,
    "Remove the domain",
    { domain: "" },
  ],
  [
    { slug: "m/1", domain: "go.halden.example" },
    /^Use 1 to 60 letters, digits/,
    "Remove the slug",
    { slug: "" },
  ],
  [{ slug: "m-1", domain: "service" }, /^Use 4 to 60 letters, digits/, "Remove the slug", { slug: "" }],
  [{ kind: "nein" }, /^Kind is/, "Use static", { kind: "Static" }],
  [
    { type: "SMS", content: "+47 22 55 01 34 ext 2" },
    /digits only, with \+ in front/,
    "Remove “ext 2”",
    { content: "+47 22 55 01 34" },
  ],
  [
    { type: "SMS", content: "Tel. +47 22 55 01 34" },
    /digits only/,
    "Remove “Tel.”",
    { content: "+47 22 55 01 34" },
  ],
  [{ type: "SMS", content: "1".repeat(16) }, /3 to 15 digits. This one has 16/, null, {}],
  [
    { type: "Wi-Fi", content: '{"ssid":"Halden Terrace","password":"short"}' },
    /^A WPA password has 8 to 63 characters. This one has 5/,
    null,
    {},
  ],
  [
    { type: "Wi-Fi", content: '{"ssid":"Halden","password":"long enough","security":"WPA2-PSK"}' },
    /must be one of/,
    "Use WPA",
    { content: '{"ssid":"Halden","password":"long enough","security":"WPA"}' },
  ],
  [
    { type: "Wi-Fi", content: '{"ssid":"Halden","security":"WPA"}' },
    /Enter the password/,
    "It is an open network",
    { content: '{"ssid":"Halden","security":"nopass"}' },
  ],
  [{ type: "Wi-Fi", content: "Halden" }, /A network is written as/, null, {}],
  [
    { type: "Email", content: "Ada <ada@halden.example>" },
    /An email code has an address/,
    "Use “ada@halden.example”",
    { content: "ada@halden.example" },
  ],
  [
    { type: "Contact", content: '{"firstName":"Ada","phone":"22 55 x"}' },
    /digits only/,
    "Remove “x”",
    { content: '{"firstName":"Ada","phone":"22 55"}' },
  ],
];

describe("a cell", () => {
  it.each(faults)("with a fault gets one message and a fix, if any: %j", (part, words, fix, corrected) => {
    const [fault, ...others] = validateLine(row(part));
    expect(others).toEqual([]);
    expect(fault?.words).toMatch(words);
    expect(fault?.fix?.label ?? null).toBe(fix);
    if (fault?.fix == null) return;
    const after = fault.fix.apply(row(part));
    expect(after).toEqual(row({ ...part, ...corrected }));
    expect(validateLine(after)).toEqual([]);
  });

  it.each([
    ["Web address", "url"],
    [" wi-fi ", "wifi"],
    ["URL", "url"],
    ["Link", null],
    ["constructor", null],
    ["", null],
  ])("with %j is read as type %j", (cell, type) => expect(readType(cell)).toBe(type));

  it.each([
    ["dynamic", true],
    ["Statisch", false],
    ["yes", null],
    ["", null],
  ])("with %j is read as kind %j", (cell, kind) => expect(readKind(cell)).toBe(kind));
});
