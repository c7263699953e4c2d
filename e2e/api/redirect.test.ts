import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey } from "../support/accounts";
import { countVisits, newShortUrl, type ShortUrl, visit } from "../support/short-urls";

let apiKey: string;
let menu: ShortUrl;
beforeAll(async () => {
  ({ apiKey } = await newKey(await newAccount("pro")));
  menu = await newShortUrl(apiKey);
});

const setRules = (settings: object) => newShortUrl(apiKey, { settings });
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

describe("302: GET /r/<code>", () => {
  it("redirects to the stored address without caching", async () => {
    const { status, headers, body } = await visit(menu.path);
    expect(status).toBe(302);
    expect(headers).toMatchObject({
      location: "https://example.com/menu",
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      "x-request-id": expect.stringMatching(/^req_/),
      "content-length": "0",
    });
    expect(body).toBe("");
  });

  it("stores a person's scan before answering, and excludes HEAD, prefetches and bots", async () => {
    const code = await newShortUrl(apiKey);
    for (let i = 0; i < 3; i += 1) {
      await visit(code.path);
      expect(await countVisits(code)).toEqual({ scans: i + 1, counted: i + 1, excluded: [] });
    }
    expect((await visit(code.path, { method: "HEAD" })).headers.location).toBe("https://example.com/menu");
    const prefetch = await visit(code.path, { headers: { "Sec-Purpose": "prefetch;prerender" } });
    const bot = await visit(code.path, {
      headers: { "User-Agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" },
    });
    expect([prefetch.status, bot.status]).toEqual([302, 302]);
    expect(await countVisits(code)).toEqual({ scans: 3, counted: 3, excluded: ["bot", "head", "prefetch"] });
  });

  it("redirects to the canonical spelling of the stored address", async () => {
    const content = "HTTPS://EXAMPLE.com:443/a/../ü?q=ü#ü";
    const code = await newShortUrl(apiKey, { content });
    const href = "https://example.com/%C3%BC?q=%C3%BC#%C3%BC";
    expect((await visit(code.path)).headers.location).toBe(href);
  });

  it("P6: redirects to a new target within a second, and answers 404 once deleted", async () => {
    const code = await newShortUrl(apiKey);
    for (const content of ["https://example.com/two", "https://example.com/three"]) {
      await visit(code.path);
      expect((await callV1(apiKey, "PUT", `/qr-codes/${code.id}`, { body: { content } })).status).toBe(200);
      const deadline = performance.now() + 1_000;
      while ((await visit(code.path)).headers.location !== content)
        expect(performance.now()).toBeLessThan(deadline);
    }
    expect((await callV1(apiKey, "DELETE", `/qr-codes/${code.id}`)).status).toBe(204);
    const deadline = performance.now() + 1_000;
    while ((await visit(code.path)).status !== 404) expect(performance.now()).toBeLessThan(deadline);
  });
});

describe("P2: request data that could change the target", () => {
  it.each([
    "?redir_url=https://evil.example/",
    "?url=//evil.example/",
    "?",
    "?/../https://evil.example",
    "?x=%0d%0aLocation:%20https://evil.example/",
    "?@evil.example",
    "?\xff",
  ])("ignores the query %j", async (query) => {
    const { status, headers } = await visit(`${menu.path}${query}`, {
      headers: { "X-Forwarded-Host": "evil.example", Referer: "https://evil.example/" },
    });
    // A query that is no UTF-8 is refused.
    if (status !== 302) return expect([status, query]).toEqual([400, "?\xff"]);
    expect(headers.location).toBe("https://example.com/menu");
  });

  it.each([
    "/",
    "/https://evil.example",
    "/contact.vcf",
    "/network.mobileconfig",
    "@evil.example",
    ".",
    "%0d%0aLocation:x",
    "//evil.example",
    "/..//evil.example",
    "\\@evil.example",
    ";x",
    "++",
    "%2B",
    "x",
  ])("finds nothing with %j appended", async (suffix) => {
    const { status, headers } = await visit(`${menu.path}${suffix}`);
    expect([400, 404]).toContain(status);
    expect(headers.location).toBeUndefined();
  });

  it.each(["/r/", "/r/aaaaaaa", "/r/aaaaaaaaa", "/r/aaaa_aaa", "/r/%61aaaaaaa", "/r/..%2f..%2fapi", "/r"])(
    "answers %s with 404 or 400",
    async (target) => expect([400, 404]).toContain((await visit(target)).status),
  );

  it("answers an absolute-form request with 400", async () => {
    const { status } = await visit("http://evil.example/r/aaaaaaaa");
    expect(status).toBe(400);
  });
});

it("W16: a code that targets its own URL on a host does not redirect visitors of that host", async () => {
  const code = await newShortUrl(apiKey);
  const content = `http://any.example${code.path}`;
  expect((await callV1(apiKey, "PUT", `/qr-codes/${code.id}`, { body: { content } })).status).toBe(200);
  const by = async (host: string) => (await visit(code.path, { headers: { Host: host } })).headers.location;
  await expect.poll(() => by("localhost")).toBe(content);
  expect(await by("any.example")).toBeUndefined();
  expect(await by("other.example")).toBe(content);
});

describe("P1: stored targets that are not web addresses", () => {
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.com/1",
    "intent://example.com/#Intent;end",
    "\x01javascript:alert(1)",
    "java\nscript:alert(1)",
    "//evil.example",
    "https:evil.example",
    "https://example.com/\r\nSet-Cookie:a=b",
  ])("answers 410 for %j, even if it is in the database", async (target) => {
    const code = await newShortUrl(apiKey);
    await sql.query("UPDATE qr_code SET target = $2 WHERE id = $1", [code.id, target]);
    await expect.poll(async () => (await visit(code.path)).status, { timeout: 3_000 }).toBe(410);
    for (const path of [code.path, `${code.path}+`]) {
      const { status, headers, body } = await visit(path);
      expect([status, headers.location, headers["set-cookie"]]).toEqual([410, undefined, undefined]);
      expect(body).not.toContain(target);
    }
  });
});

describe("200: codes that open a page", () => {
  it("store a scan for the page, but none for its files and preview", async () => {
    const content = JSON.stringify({ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" });
    const code = await newShortUrl(apiKey, { type: "contact", content });
    const page = await visit(code.path, { headers: { "Accept-Language": "de-CH,de;q=0.9,en;q=0.5" } });
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers).toMatchObject({ "content-language": "de", "cache-control": "private, no-store" });
    expect(page.headers["x-request-id"]).toMatch(/^req_/);
    expect(page.body).toContain("Lovelace");
    expect(await countVisits(code)).toMatchObject({ scans: 1 });
    const file = await visit(`${code.path}/contact.vcf`);
    expect([file.status, file.headers["content-type"]]).toEqual([200, expect.stringContaining("text/vcard")]);
    expect(file.body).toMatch(/^BEGIN:VCARD\r\n/);
    expect((await visit(`${code.path}/network.mobileconfig`)).status).toBe(404);
    expect((await visit(`${code.path}+`)).status).toBe(200);
    expect(await countVisits(code)).toEqual({ scans: 1, counted: 1, excluded: [] });
  });

  it("/r/<code>+ shows the target without redirecting or counting a scan", async () => {
    const code = await newShortUrl(apiKey, { content: "https://xn--80ak6aa92e.com/login" });
    const { status, headers, body } = await visit(`${code.path}+`);
    expect([status, headers.location]).toEqual([200, undefined]);
    expect(body).toContain("xn--80ak6aa92e.com");
    expect(await countVisits(code)).toEqual({ scans: 0, counted: 0, excluded: [] });
  });
});

describe("404, 405 and 410 of short URLs", () => {
  it("answers an unknown code with an HTML page", async () => {
    const { status, headers, body } = await visit("/r/aaaaaaaa");
    expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toMatch(/^<!doctype html>/);
    expect((await visit("/r/aaaaaaaa", { method: "HEAD" })).body).toBe("");
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "rejects %s with 405 and counts no scan",
    async (method) => {
      const code = await newShortUrl(apiKey);
      const { status, headers } = await visit(code.path, { method, headers: { "Content-Length": "0" } });
      expect([status, headers.allow, headers.location]).toEqual([405, "GET, HEAD", undefined]);
      expect(await countVisits(code)).toEqual({ scans: 0, counted: 0, excluded: [] });
    },
  );

  it("redirects on any Host", async () => {
    const { status, headers } = await visit(menu.path, { headers: { Host: "moved.example" } });
    expect([status, headers.location]).toEqual([302, "https://example.com/menu"]);
  });

  const fallbackUrl = "https://example.com/late";
  it.each([
    [{ isActive: false }, 410, undefined],
    [{ isActive: false, fallbackUrl }, 410, undefined],
    [{ startsAt: inHours(1) }, 404, undefined],
    [{ startsAt: inHours(1), fallbackUrl }, 302, fallbackUrl],
    [{ startsAt: inHours(-1), expiresAt: inHours(1) }, 302, "https://example.com/menu"],
    [{ expiresAt: inHours(-1) }, 410, undefined],
    [{ expiresAt: inHours(-1), fallbackUrl }, 302, fallbackUrl],
  ])("with %j answers %i %s", async (settings, status, location) => {
    const code = await setRules(settings);
    const answer = await visit(code.path);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
    const { counted } = await countVisits(code);
    expect(counted).toBe(location === "https://example.com/menu" ? 1 : 0);
  });

  it("redirects exactly maxScans scans under load, then uses the fallback or answers 410", async () => {
    for (const more of [{}, { fallbackUrl }]) {
      const code = await setRules({ maxScans: 5, ...more });
      const answers = await Promise.all(Array.from({ length: 20 }, () => visit(code.path)));
      const led = answers.filter(({ headers }) => headers.location === "https://example.com/menu");
      expect(led).toHaveLength(5);
      const [status, location] = "fallbackUrl" in more ? [302, fallbackUrl] : [410, undefined];
      for (const answer of answers.filter((one) => !led.includes(one))) {
        expect([answer.status, answer.headers.location]).toEqual([status, location]);
      }
      expect(await countVisits(code)).toMatchObject({ scans: 5, counted: 5 });
      // Nor do bots and previews learn where it led.
      const head = await visit(code.path, { method: "HEAD" });
      expect([head.status, head.headers.location]).toEqual([status, location]);
      expect((await visit(`${code.path}+`)).body).not.toContain("example.com/menu");
    }
  });

  it("answers 410 within a second of suspension, with a page that says so", async () => {
    const code = await newShortUrl(apiKey);
    await visit(code.path);
    await sql.query("UPDATE qr_code SET suspended_at = now() WHERE id = $1", [code.id]);
    await expect.poll(async () => (await visit(code.path)).status, { timeout: 1_000 }).toBe(410);
    const { body } = await visit(code.path);
    expect(body).toMatch(/suspended|taken/i);
    expect((await visit(`${code.path}+`)).status).toBe(410);
  });
});

it("metrics report known codes, cache lookups and the change listener", async () => {
  await visit(menu.path);
  const { body } = await visit("/metrics");
  expect(body).toMatch(/^quietzone_redirect_cache_entries [1-9]\d*$/m);
  expect(body).toMatch(/^quietzone_redirect_cache_bytes [1-9]\d*$/m);
  expect(body).toMatch(/^quietzone_redirect_cache_lookups_total\{from="memory"\} [1-9]\d*$/m);
  expect(body).toMatch(/^quietzone_listener_up 1$/m);
  expect(body).toMatch(
    /^quietzone_http_requests_total\{route="\/r\/\{shortCode\}",method="GET",status="302"\} [1-9]/m,
  );
  expect(body).not.toContain(menu.shortCode);
});
