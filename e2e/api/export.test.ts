import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import Papa from "papaparse";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { createCode } from "@/lib/codes";
import { plans } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount, newKey, type TestAccount } from "../support/accounts";
import { type Unpacked, unpack } from "../support/archive";
import { BrowserSession } from "../support/browser-session";
import { type FullTenant, newFullTenant } from "../support/full-tenant";
import { newShortUrl } from "../support/short-urls";
import { storeInBulk } from "../support/stored-rows";

const path = "/settings/export/file";

async function signIn({ email, password }: TestAccount): Promise<BrowserSession> {
  const browser = new BrowserSession(inject("baseUrl"));
  expect((await browser.signIn(email, password)).status).toBe(200);
  return browser;
}

const headersOf = (browser: BrowserSession) => ({
  cookie: browser.cookieHeader(),
  "x-forwarded-for": browser.client,
});

async function download(browser: BrowserSession, include: string): Promise<Unpacked> {
  const answer = await fetch(`${inject("baseUrl")}${path}?include=${include}`, {
    headers: headersOf(browser),
  });
  expect(answer.status).toBe(200);
  return unpack(new Uint8Array(await answer.arrayBuffer()));
}

function parseCsv(text: string): Record<string, string>[] {
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    delimiter: ",",
    newline: "\r\n",
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

/** A thousand and more, so that they come in several pieces. */
const manyScans = 2_500;

async function storeScans(accountId: string, codeId: string): Promise<void> {
  await sql.query(
    `INSERT INTO scan SELECT gen_random_uuid(), $1, false, $2, now() - n * interval '1 min', n, 'Mobile', 'iOS', 'Safari',
       'DE', CASE WHEN n = 1 THEN '=1+1' ELSE 'Berlin' END, 'x' FROM generate_series(1, ${manyScans}) AS n`,
    [accountId, codeId],
  );
}

/** Every secret that is stored of an account, in each form in which it could leave. */
async function listSecrets(tenant: FullTenant): Promise<string[]> {
  const { rows } = await sql.query<{ secret: Buffer }>(
    `SELECT key_hash AS secret FROM api_key WHERE account_id = $1
     UNION ALL SELECT previous_key_hash FROM api_key WHERE account_id = $1 AND previous_key_hash IS NOT NULL
     UNION ALL SELECT secret FROM webhook WHERE account_id = $1
     UNION ALL SELECT token_hash FROM mail_token WHERE user_id = $2
     UNION ALL SELECT convert_to(password_hash, 'UTF8') FROM app_user WHERE id = $2
     UNION ALL SELECT convert_to(id::text, 'UTF8') FROM user_session WHERE user_id = $2
     UNION ALL SELECT totp_secret FROM app_user WHERE id = $2 AND totp_secret IS NOT NULL
     UNION ALL SELECT code_hash FROM recovery_code WHERE user_id = $2`,
    [tenant.accountId, tenant.userId],
  );
  expect(rows.length).toBeGreaterThan(6);
  const forms = rows.flatMap(({ secret }) => [
    secret.toString("utf8"),
    secret.toString("hex"),
    secret.toString("base64"),
    secret.toString("base64url"),
  ]);
  return [...forms, tenant.key.apiKey, tenant.password, "password_hash", "$argon2"];
}

describe("200: full export of an account", () => {
  let tenant: FullTenant;
  let neighbour: FullTenant;
  let archive: Unpacked;
  let browser: BrowserSession;
  beforeAll(async () => {
    [tenant, neighbour] = [await newFullTenant(), await newFullTenant()];
    await storeScans(tenant.accountId, tenant.codeIds[0]!);
    await createCode(callerOf(tenant, "pro"), {
      name: '=cmd|"/C calc"!A0',
      type: "text",
      content: "@x",
      tags: ["=1", "menus"],
      note: "Door",
    });
    browser = await signIn(tenant);
  });

  it("contains every part in one archive, each in a readable format", async () => {
    archive = await download(browser, "everything");
    const { paths, read } = archive;
    for (const part of [
      ...[
        "README.txt",
        "account.json",
        "codes.json",
        "codes.csv",
        "presets.json",
        "saved-views.json",
        "domains.json",
      ],
      "api-keys.json",
      ...["webhooks.json", "deliveries.csv", "api-uses.csv", "imports.json", "support.json", "sessions.json"],
      ...["audit.json", "analytics-days.csv", "scans.csv", "redirect-map/nginx/targets.map"],
    ]) {
      expect(paths).toContain(part);
    }
    for (const file of paths.filter((file) => file.endsWith(".json"))) {
      expect(() => JSON.parse(read(file)), file).not.toThrow();
      // Soft-deleted codes are not exported.
      if (file !== "sessions.json" && file !== "audit.json" && file !== "imports.json") {
        expect(read(file), file).toContain(file === "account.json" ? tenant.email : tenant.mark);
      }
    }
    const tables = Object.fromEntries(
      paths.filter((file) => file.endsWith(".csv")).map((file) => [file, parseCsv(read(file))]),
    );
    const codes = JSON.parse(read("codes.json"));
    expect(codes.map(({ environment }: { environment: string }) => environment)).toEqual([
      "production",
      "production",
      "sandbox",
    ]);
    expect(codes[0].earlierTargets).toMatchObject([{ content: `https://example.com/${tenant.mark}` }]);
    expect(codes[0].content).toBe(`https://example.com/${tenant.mark}/new`);
    expect(tables["codes.csv"]?.map((row) => row["Code ID"])).toEqual(
      codes.map(({ id }: { id: string }) => id),
    );
    expect(tables["codes.csv"]?.[1]).toMatchObject({
      Code: '\'=cmd|"/C calc"!A0',
      Content: "'@x",
      Tags: "'=1,menus",
      Note: "Door",
      Archived: "no",
    });
    // A word for the service's own host: without one an import would take the default domain.
    const isDynamic = (row: Record<string, string>) => row.Dynamic === "yes";
    const onService = tables["codes.csv"]?.filter((row) => row["Short link"]?.includes("/r/")) ?? [];
    expect(onService.length).toBeGreaterThan(0);
    expect(onService.every((row) => isDynamic(row) && row.Domain === "service")).toBe(true);
    const scans = tables["scans.csv"] ?? [];
    expect(scans).toHaveLength(manyScans + 2);
    expect(scans.filter(({ Data }) => Data === "sandbox")).toHaveLength(1);
    expect(scans.map(({ City }) => City)).toContain("'=1+1");
    expect(tables["deliveries.csv"]?.length).toBeGreaterThan(0);
    expect(JSON.parse(read("audit.json")).at(-1).action).toBe("account.exported");
    expect(JSON.parse(read("sessions.json")).some(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toBe(
      true,
    );
  });

  it("contains each code as PNG and SVG", async () => {
    const images = archive.paths.filter((file) => file.startsWith("images/"));
    expect(images.filter((file) => file.endsWith(".png"))).toHaveLength(3);
    expect(images.filter((file) => file.endsWith(".svg"))).toHaveLength(3);
    expect(images.filter((file) => file.startsWith("images/sandbox/"))).toHaveLength(2);
  });

  it("A5: contains nothing of another account and none of its own secrets in any form", async () => {
    const secrets = await listSecrets(tenant);
    for (const file of archive.paths) {
      const text = archive.read(file);
      expect(text.includes(neighbour.mark), file).toBe(false);
      expect(text.includes(neighbour.accountId), file).toBe(false);
      for (const secret of secrets) expect(text.includes(secret), `${file} tells ${secret}`).toBe(false);
    }
  });

  it("leaves out single scans on request and says so in the README", async () => {
    const { paths, read } = await download(browser, "without-scans");
    expect(paths).not.toContain("scans.csv");
    expect(paths).toContain("analytics-days.csv");
    expect(read("README.txt")).toContain("scans.csv          left out");
  });

  it("reports its progress to its owner only", async () => {
    const { text } = await browser.send("/settings/export/progress");
    const { progress } = JSON.parse(text);
    expect(progress).toMatchObject({ state: "done", files: expect.any(Number) });
    expect(progress.bytes).toBeGreaterThan(1_000);
    const other = await signIn(neighbour);
    expect(JSON.parse((await other.send("/settings/export/progress")).text)).toEqual({ progress: null });
  });
});

describe("GET /settings/export/file", () => {
  it.each(plans)("on %s: returns an archive for an empty account", async (plan) => {
    const browser = await signIn(await newAccount(plan));
    const { paths, read } = await download(browser, "everything");
    expect(JSON.parse(read("codes.json"))).toEqual([]);
    expect(parseCsv(read("scans.csv"))).toEqual([]);
    expect(paths).toContain("redirect-map/redirect-map.csv");
  });

  it("307: redirects signed-out visitors to sign-in", async () => {
    for (const method of ["GET", "HEAD"]) {
      const stranger = new BrowserSession(inject("baseUrl"));
      const { status, headers } = await stranger.send(`${path}?include=everything`, { method });
      expect(status).toBe(307);
      expect(headers.get("location")).toMatch(/^\/sign-in\?callbackUrl=/);
    }
  });

  it("answers HEAD with the download's headers and starts no export", async () => {
    const account = await newAccount("free");
    const browser = await signIn(account);
    const { status, headers, text } = await browser.send(`${path}?include=redirect-map`, { method: "HEAD" });
    expect([status, text]).toEqual([200, ""]);
    expect(headers.get("content-type")).toBe("application/zip");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="quietzone-redirect-map-\d{4}-\d\d-\d\d\.zip"/,
    );
    expect(headers.get("cache-control")).toContain("no-store");
    const { rows } = await sql.query("SELECT FROM audit_entry WHERE account_id = $1 AND action = $2", [
      account.accountId,
      "account.exported",
    ]);
    expect(rows).toEqual([]);
  });

  it.each(["", "?include=", "?include=all", "?include=everything&include=redirect-map"])(
    "400: rejects the query %j",
    async (query) => {
      const browser = await signIn(await newAccount("free"));
      const { status, text } = await browser.send(path + query);
      expect(status).toBe(400);
      expect(JSON.parse(text).details).toMatchObject([{ field: "include", code: "invalid_value" }]);
    },
  );
});

describe("concurrent exports of one account", () => {
  /** An account whose archive is more than what lies between it and a reader that takes nothing. */
  async function newLargeAccount(): Promise<TestAccount> {
    const account = await newAccount("pro");
    const { id } = await createCode(callerOf(account, "pro"), {
      name: "Menu",
      type: "url",
      content: "https://example.com/",
      isDynamic: true,
    });
    await storeInBulk(
      `INSERT INTO scan SELECT gen_random_uuid(), $1, false, $2, now() - n * interval '1 s', n, 'Mobile', 'iOS', 'Safari',
         'DE', 'Berlin', (SELECT string_agg(md5(n::text || k), '') FROM generate_series(1, 12) AS k)
       FROM generate_series(1, 40000) AS n`,
      [account.accountId, id],
    );
    return account;
  }

  /** Begins an export and reads nothing of it but the beginning. */
  async function begin(browser: BrowserSession): Promise<IncomingMessage> {
    const request = get(`${inject("baseUrl")}${path}?include=everything`, { headers: headersOf(browser) });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    answer.pause();
    return answer;
  }

  const askHead = async (browser: BrowserSession) =>
    (await browser.send(`${path}?include=redirect-map`, { method: "HEAD" })).status;

  it("are refused with 429 until the first reader disconnects, whose progress then shows as stopped", async () => {
    const account = await newLargeAccount();
    const browser = await signIn(account);
    const answer = await begin(browser);
    expect(answer.statusCode).toBe(200);
    const second = await browser.send(`${path}?include=redirect-map`);
    expect(second.status).toBe(429);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await askHead(browser)).toBe(429);
    const underWay = JSON.parse((await browser.send("/settings/export/progress")).text);
    expect(underWay.progress.state).toBe("under_way");
    expect(await askHead(await signIn(await newAccount("free")))).toBe(200);
    answer.destroy();
    await expect.poll(() => askHead(browser), { timeout: 10_000 }).toBe(200);
    const stopped = JSON.parse((await browser.send("/settings/export/progress")).text);
    expect(stopped.progress.state).toBe("stopped");
    expect(stopped.progress.bytes).toBeLessThan(8_000_000);
  });
});

it("A5: the redirect map contains no code of another account or of the sandbox", async () => {
  const owner = await newAccount("pro");
  const own = await newShortUrl((await newKey(owner)).apiKey);
  const neighbour = await newAccount("pro");
  const [key, sandbox] = [await newKey(neighbour), await newKey(owner, { environment: "sandbox" })];
  const others = [await newShortUrl(key.apiKey), await newShortUrl(sandbox.apiKey)];
  const { read } = await download(await signIn(owner), "redirect-map");
  const files = [read("redirect-map.csv"), read("nginx/targets.map")].join("\n").toLowerCase();
  expect(files).toContain(own.shortCode.toLowerCase());
  for (const { shortCode } of others) expect(files).not.toContain(shortCode.toLowerCase());
});
