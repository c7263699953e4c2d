import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { Spool } from "@/lib/scans/spool";
import { callV1, newAccount, newKey } from "../support/accounts";
import { type NextMount, startNextMount } from "../support/process/next-mount";
import { path } from "../support/public-api";
import { countVisits, newShortUrl, phone, type ShortUrl, visit } from "../support/short-urls";
import { newVisits } from "../support/visits";

let mount: NextMount;
let folder: string;
let apiKey: string;
beforeAll(async () => {
  ({ apiKey } = await newKey(await newAccount("pro")));
  folder = mkdtempSync(join(tmpdir(), "quietzone-next-"));
  const settings = {
    DATABASE_URL: inject("databaseUrl"),
    DATA_DIR: folder,
    TRUSTED_PROXIES: "127.0.0.1",
    GEO_COUNTRY_HEADER: "x-geo-country",
    GEO_CITY_HEADER: "x-geo-city",
  };
  mount = await startNextMount(settings, path);
  return async () => {
    await mount.stop();
    rmSync(folder, { recursive: true });
  };
});

const call = (target: string, init: RequestInit = {}) =>
  fetch(mount.url + target, {
    ...init,
    redirect: "manual",
    headers: { "user-agent": phone, ...(init.headers as Record<string, string>) },
  });

/** Everything of an answer but what each mount says of itself and of the moment. */
function outlineOf(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const own = new Set([
    "date",
    "connection",
    "keep-alive",
    "x-request-id",
    "vary",
    "transfer-encoding",
    "content-length",
    "content-encoding",
  ]);
  return Object.fromEntries([...headers].filter(([name]) => !own.has(name)));
}

describe("short URLs on the Next mount (plain next start)", () => {
  it("redirect and show pages like the front server", async () => {
    const url = await newShortUrl(apiKey);
    const content = JSON.stringify({ firstName: "Ada", email: "ada@example.com" });
    const card = await newShortUrl(apiKey, { type: "contact", content });
    const targets = [url.path, `${url.path}?url=x`, `${url.path}+`, card.path, `${card.path}/contact.vcf`];
    for (const target of [...targets, `${url.path}/x`, "/r/aaaaaaaa", "/r/a"]) {
      const [next, front] = [await call(target), await visit(target)];
      expect([target, next.status]).toEqual([target, front.status]);
      expect(outlineOf(next.headers)).toEqual(outlineOf(Object.entries(front.headers)));
      expect(next.headers.get("x-request-id")).toMatch(/^req_/);
    }
    expect(await countVisits(url)).toMatchObject({ scans: 4, counted: 4 });
  });

  it("W3: store scans that an ended process left on disk", async () => {
    const url = await newShortUrl(apiKey);
    const { rows } = await sql.query<{ account: string }>(
      "SELECT account_id AS account FROM qr_code WHERE id = $1",
      [url.id],
    );
    const code = { codeId: url.id, accountId: rows[0]?.account ?? "", isSandbox: false };
    const spool = new Spool(join(folder, "spool"));
    await spool.addBatch({ id: newId(), visits: newVisits(code, 3) });
    await spool.close();
    expect((await call(url.path)).status).toBe(302);
    await expect.poll(() => countVisits(url), { timeout: 10_000 }).toMatchObject({ scans: 4, counted: 4 });
  });

  it("accept only GET and HEAD", async () => {
    const url = await newShortUrl(apiKey);
    const head = await call(url.path, { method: "HEAD" });
    expect([head.status, head.headers.get("location")]).toEqual([302, "https://example.com/menu"]);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await call(url.path, { method });
      expect([method, status, headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
    }
    expect(await countVisits(url)).toEqual({ scans: 0, counted: 0, excluded: ["head"] });
  });

  it("P6: read their target on each visit", async () => {
    const url = await newShortUrl(apiKey);
    for (const content of ["https://example.com/two", "https://example.com/three"]) {
      await call(url.path);
      await callV1(apiKey, "PUT", `/qr-codes/${url.id}`, { body: { content } });
      expect((await call(url.path)).headers.get("location")).toBe(content);
    }
  });

  const countryOf = async ({ id }: ShortUrl) =>
    (await sql.query("SELECT country FROM scan WHERE qr_code_id = $1 ORDER BY scanned_at DESC LIMIT 1", [id]))
      .rows[0];

  it("P5: use a location header from a trusted proxy only", async () => {
    const url = await newShortUrl(apiKey);
    const place = { "x-geo-country": "FR" };
    await call(url.path, { headers: { ...place, "x-forwarded-for": "203.0.113.9, 127.0.0.1" } });
    expect(await countryOf(url)).toEqual({ country: "FR" });
    await call(url.path, { headers: { ...place, "x-forwarded-for": "127.0.0.1, 203.0.113.9" } });
    expect((await countryOf(url)).country).not.toBe("FR");
  });
});
