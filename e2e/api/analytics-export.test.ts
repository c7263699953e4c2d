import Papa from "papaparse";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { openStream } from "../support/event-stream";
import { scanFrom } from "../support/placed-scans";
import { newScannedCode, openRecorders, type ScannedCode } from "../support/visits";

const recorder = openRecorders().newRecorder();
const path = "/analytics/export";

let account: TestAccount;
let code: ScannedCode;
let browser: BrowserSession;
beforeAll(async () => {
  account = await newAccount("pro");
  code = await newScannedCode(callerOf(account, "pro"));
  await scanFrom(recorder, code, [{ city: "=1+1" }, { city: "@Oslo" }, { country: "SE", city: "Malmö" }]);
  browser = await signIn(account);
});

async function signIn({ email, password }: TestAccount) {
  const signedIn = new BrowserSession(inject("baseUrl"));
  expect((await signedIn.signIn(email, password)).status).toBe(200);
  return signedIn;
}

function parse(text: string): string[][] {
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const { data, errors } = Papa.parse<string[]>(text.slice(1), {
    delimiter: ",",
    newline: "\r\n",
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

describe("200: GET /analytics/export", () => {
  it("I4: returns an uncached CSV file with every formula cell escaped", async () => {
    const { status, headers, text } = await browser.send(`${path}?kind=scans&zone=UTC`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toContain(
      'attachment; filename="quietzone-every-scan-30d.csv"',
    );
    expect(headers.get("cache-control")).toContain("no-store");
    const cells = parse(text).flat();
    expect(cells).toEqual(expect.arrayContaining(["'=1+1", "'@Oslo", "Malmö"]));
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@]/);
  });

  it("applies the page's filters to each table", async () => {
    const read = async (kind: string) => {
      const { status, text } = await browser.send(`${path}?kind=${kind}&zone=UTC&range=7d&country=SE`);
      expect(status, kind).toBe(200);
      return parse(text).slice(1);
    };
    const sum = (lines: string[][], column: number) =>
      lines.reduce((total, line) => total + Number(line[column]), 0);
    expect(sum(await read("line"), 1)).toBe(1);
    expect(sum(await read("codes"), 5)).toBe(1);
    const breakdowns = await read("breakdowns");
    for (const name of ["City", "Device", "Browser", "System", "Hour", "Weekday"])
      expect(
        sum(
          breakdowns.filter(([breakdown]) => breakdown === name),
          2,
        ),
        name,
      ).toBe(1);
    // A breakdown obeys every filter but its own.
    expect(
      sum(
        breakdowns.filter(([breakdown]) => breakdown === "Country"),
        2,
      ),
    ).toBe(3);
    const { text } = await browser.send(`${path}?kind=scans&zone=UTC&country=SE`);
    expect(parse(text).length).toBe(2);
  });

  it("answers HEAD with the content type and no body", async () => {
    const { status, headers, text } = await browser.send(`${path}?kind=line`, { method: "HEAD" });
    expect([status, text]).toEqual([200, ""]);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  });
});

describe("GET /analytics/export refusals", () => {
  it("names the invalid parameter", async () => {
    const { text } = await browser.send(`${path}?kind=line&range=5y`);
    expect(JSON.parse(text)).toMatchObject({ details: [{ field: "range", message: "range is not known" }] });
  });

  it.each([
    ["", 400, "validation_failed"],
    ["kind=pdf", 400, "validation_failed"],
    ["kind=line&range=5y", 400, "validation_failed"],
    ["kind=line&range=7d&range=1d", 400, "validation_failed"],
    ["kind=line&kind=scans", 400, "validation_failed"],
    ["kind=line&zone=Mars%2FBase", 400, "validation_failed"],
    ["kind=line&device=Fridge", 400, "validation_failed"],
    ["kind=line&from=2026-01-01", 400, "validation_failed"],
    ["kind=scans&from=2026-01-01&to=2999-01-01", 400, "validation_failed"],
    ["kind=scans&from=2024-01-01&to=2026-01-01", 400, "validation_failed"],
    ["kind=scans&tag=winter", 404, "not_found"],
    ["kind=scans&code=0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35", 404, "not_found"],
    ["kind=scans&code=nothing", 404, "not_found"],
  ])("rejects ?%s with %d", async (query, status, reason) => {
    const answer = await browser.send(`${path}?${query}`);
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([status, reason]);
    expect(answer.headers.get("content-disposition")).toBe(null);
  });

  it("returns 404 for another account's code and exports none of its scans", async () => {
    const stranger = await signIn(await newAccount("pro"));
    expect((await stranger.send(`${path}?kind=scans&code=${code.codeId}`)).status).toBe(404);
    const { text } = await stranger.send(`${path}?kind=scans`);
    expect(parse(text).length).toBe(1);
  });

  it("allows each plan only the tables that its page shows", async () => {
    const free = await signIn(await newAccount("free"));
    expect((await free.send(`${path}?kind=line`)).status).toBe(200);
    for (const query of [
      "kind=breakdowns",
      "kind=scans",
      "kind=line&range=1h",
      "kind=line&range=1d",
      "kind=line&range=yesterday",
    ]) {
      const { status, text } = await free.send(`${path}?${query}`);
      expect([status, JSON.parse(text).code], query).toEqual([403, "plan_required"]);
    }
    expect((await free.send("/analytics?range=1h")).text).toContain("Figures by hour");
    const developer = await signIn(await newAccount("developer"));
    expect((await developer.send(`${path}?kind=line`)).status).toBe(403);
  });

  it("A7: redirects signed-out visitors to sign-in", async () => {
    const { status, text } = await new BrowserSession(inject("baseUrl")).send(`${path}?kind=scans`);
    expect(status).toBe(307);
    expect(text).not.toContain("Malmö");
  });
});

describe("GET /live/scans?since=", () => {
  it("sends the scans recorded since that time", async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const stream = await openStream(browser, `/live/scans?since=${since}`);
    const told = () => stream.of("scans").flatMap(({ data }) => data.scans as { qrCodeId: string }[]);
    await stream.waitFor(() => told().length >= 3);
    stream.close();
    expect(new Set(told().map(({ qrCodeId }) => qrCodeId))).toEqual(new Set([code.codeId]));
  });

  it("400: rejects anything but a timestamp with milliseconds", async () => {
    for (const since of ["yesterday", "2026-11-21", ""]) {
      expect((await browser.send(`/live/scans?since=${since}`)).status, since).toBe(400);
    }
  });
});
