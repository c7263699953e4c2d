import Papa from "papaparse";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { validateLine } from "@/components/bulk/check/fixes";
import { asCode } from "@/components/bulk/check/lines";
import { guessColumns, guessHeading, makeRows } from "@/components/bulk/make-rows";
import { readCodes } from "@/components/bulk/read-codes";
import { parseTable } from "@/components/bulk/read-table";
import { createImport, getImport } from "@/lib/imports";
import { callV1, newAccount, newKey } from "../support/accounts";
import { unpack } from "../support/archive";
import { BrowserSession } from "../support/browser-session";
import { finish, importOf, newImporter } from "../support/imports";

/** Rows of a file as a page gets them from somebody who changes nothing. */
function readRows(text: string) {
  const table = readCodes(text) ?? parseTable(Papa.parse, text);
  if ("refusal" in table) throw new Error(table.refusal);
  const hasHeading = guessHeading(table);
  const mapping = guessColumns(table, hasHeading);
  return makeRows(table, { hasHeading, mapping, type: "url", isDynamic: true, namePattern: "{row}" });
}

const routes = [
  {
    id: "late",
    name: "Friday, late",
    when: { days: ["Friday"], hours: { from: "18:00", until: "02:00" }, timezone: "Europe/Lisbon" },
    to: "https://example.com/late",
  },
  {
    id: "test",
    split: [
      { name: "A", to: "https://example.com/a", weight: 70 },
      { to: "https://example.com/b", weight: 30 },
    ],
  },
];
const utm = { source: "poster", campaign: 'Summer; "2027", ü' };

const bodies = [
  {
    name: "Rules",
    type: "url",
    content: "https://example.com/menu",
    isDynamic: true,
    tags: ["menus", "summer"],
    note: "Two\nlines",
    archived: true,
    publicImage: true,
    settings: { routes, utm, passQuery: true, appendScanId: true },
  },
  { name: "Plain", type: "url", content: "https://example.com/plain", isDynamic: true },
  { name: "Fixed", type: "url", content: "https://example.com/fixed" },
  { name: "Guests", type: "wifi", content: '{"ssid":"Guests","password":"quiet-zone-4","security":"WPA"}' },
];

/** What an import takes over; a look is chosen for all of its codes. */
function pick(code: Record<string, unknown>) {
  const { name, type, content, isDynamic, tags, note, archived, publicImage } = code;
  const settings = code.settings as Record<string, unknown>;
  return {
    ...{ name, type, content, isDynamic, tags, note, archived, publicImage },
    ...{ routes: settings.routes, utm: settings.utm },
    ...{ passQuery: settings.passQuery, appendScanId: settings.appendScanId },
  };
}

let cookies: BrowserSession;
let stored: Record<string, unknown>[];
beforeAll(async () => {
  const account = await newAccount("pro");
  const { apiKey } = await newKey(account);
  stored = [];
  for (const body of bodies) {
    const { json } = await callV1(apiKey, "POST", "/qr-codes", { body });
    stored.push((await callV1(apiKey, "GET", `/qr-codes/${json.id}`)).json);
  }
  for (const rules of [[], routes])
    await callV1(apiKey, "PUT", `/qr-codes/${stored[0]?.id}`, { body: { settings: { routes: rules } } });
  cookies = new BrowserSession(inject("baseUrl"));
  await cookies.signIn(account.email, account.password);
});

async function readExported(file: string): Promise<string> {
  const answer = await fetch(`${inject("baseUrl")}/settings/export/file?include=without-scans`, {
    headers: { cookie: cookies.cookieHeader(), "x-forwarded-for": cookies.client },
  });
  return unpack(new Uint8Array(await answer.arrayBuffer())).read(file);
}

describe.each(["codes.csv", "codes.json"])("%s of an export", (file) => {
  it("imports with rules, campaign parameters and the other fields of each code", async () => {
    const rows = readRows(await readExported(file));
    expect(rows.flatMap((row) => validateLine(row))).toEqual([]);
    const caller = await newImporter();
    const { id } = await createImport(caller, importOf(rows.map(asCode)));
    expect(await finish(caller, id)).toMatchObject({ made: bodies.length, done: bodies.length });
    const { codeIds, faults } = await getImport(caller, id);
    expect(faults).toEqual([]);
    const { apiKey } = await newKey(caller);
    const made = [];
    for (const codeId of codeIds) made.push((await callV1(apiKey, "GET", `/qr-codes/${codeId}`)).json);
    expect(made.map(pick)).toEqual(stored.map(pick));
    expect(made[0]?.settings).toMatchObject({ routes, utm, passQuery: true, appendScanId: true });
  });
});

it("codes.json of an export contains the rules of earlier targets", async () => {
  const [{ earlierTargets }] = JSON.parse(await readExported("codes.json"));
  expect(earlierTargets).toMatchObject([{ routes: null }, { routes, replacedAt: expect.any(String) }]);
});

describe("import row", () => {
  it.each([
    ["[{", "Rules: not JSON"],
    ['[{"to":"https://example.com"}]', "Rule 1: when is required"],
    ['{"to":"https://example.com"}', "Rules: not as an export writes them"],
  ])("rejects rules like %s in the browser and on the server", async (cell, words) => {
    const [row] = readRows("Name,Content,Rules\nA,https://a.example,x");
    const faulty = { ...row, routes: cell } as NonNullable<typeof row>;
    const faults = validateLine(faulty);
    expect(faults).toMatchObject([{ column: "routes", words: expect.stringContaining(words) }]);
    expect(faults[0]?.fix?.apply(faulty).routes).toBe("");
    const caller = await newImporter();
    const { id } = await createImport(caller, importOf([asCode(faulty)]));
    expect(await finish(caller, id)).toMatchObject({ made: 0 });
    const { faults: refused } = await getImport(caller, id);
    expect(refused).toMatchObject([{ routes: cell, code: "validation_failed" }]);
  });

  it("rejects rules for a static code", () => {
    const [row] = readRows('Name,Content,Kind,Rules\nA,https://a.example,static,"[]"');
    expect(validateLine(row as NonNullable<typeof row>)).toMatchObject([
      { column: "routes", code: "dynamic_only" },
    ]);
  });
});

it("readCodes rejects JSON that is not a list of codes", () => {
  expect(readCodes("[Name];[Content]")).toBe(null);
  for (const text of ['{"a":1}', "[1]", '{"data":{}}'])
    expect(readCodes(text)).toEqual({ refusal: expect.stringContaining("not a list of codes") });
});
