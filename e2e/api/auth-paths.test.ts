import { beforeAll, describe, expect, inject, it } from "vitest";
import { BrowserSession } from "../support/browser-session";
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";

const origin = "https://qr.example.com";
const services = openServices();
let baseUrl = "";

beforeAll(async () => {
  const service = await services.start({
    DATA_DIR: services.newFolder(),
    DATABASE_URL: inject("databaseUrl"),
    BASE_URL: origin,
    TRUSTED_PROXIES: "127.0.0.1, ::1",
    GITHUB_ID: "github-id",
    GITHUB_SECRET: "github-secret",
  });
  baseUrl = service.baseUrl;
});

const newBrowser = () => new BrowserSession(baseUrl, newClient(), origin);

describe("/api/auth responses", () => {
  const json = /^application\/json/;

  it.each([
    ["GET", "/api/auth", 404],
    ["GET", "/api/auth/nothing", 404],
    ["POST", "/api/auth/nothing", 404],
    ["POST", "/api/auth/_log", 404],
    ["GET", "/api/auth/verify-request", 404],
    ["GET", "/api/auth/callback/evil", 404],
    ["POST", "/api/auth/signin/credentials", 404],
    ["POST", "/api/auth/signin/google", 404],
    ["GET", "/api/auth/session/x", 404],
    ["GET", "/api/auth/a/b/c", 404],
    ["GET", "/api/auth/__proto__", 404],
    ["GET", "/api/auth/constructor/x", 404],
    ["POST", "/api/auth/code/x", 404],
    ["GET", "/api/auth/code", 405],
    ["PUT", "/api/auth/code", 405],
    ["POST", "/api/auth/code", 401],
    ["POST", "/api/auth/session", 405],
    ["POST", "/api/auth/csrf", 405],
    ["PUT", "/api/auth/signout", 405],
    ["DELETE", "/api/auth/session", 405],
    ["GET", "/api/auth/session", 200],
    ["GET", "/api/auth/csrf", 200],
    ["GET", "/api/auth/providers", 200],
    ["HEAD", "/api/auth/session", 200],
  ])("answers %s %s with %i and JSON", async (method, path, status) => {
    const { headers, text, ...answer } = await newBrowser().send(path, {
      method,
      ...(method === "POST" && { form: {} }),
    });
    expect(answer.status).toBe(status);
    expect(headers.get("content-type")).toMatch(json);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-request-id")).toMatch(/^req_/);
    if (method !== "HEAD") expect(JSON.parse(text)).toBeTypeOf("object");
    if (status === 405) expect(headers.get("allow")).toMatch(/GET|POST/);
  });

  it.each([
    ["text/plain", "csrfToken=x", 415],
    ["application/json", "{", 400],
    ["application/json", "[]", 401],
    ["application/json", '{"csrfToken":{"not":""},"email":["x"],"callbackUrl":{}}', 401],
    ["multipart/form-data; boundary=x", "--x--", 415],
    ["application/x-www-form-urlencoded", "x".repeat(1024 * 1024 + 1), 413],
  ])("answers a form of type %s without a server error", async (type, body, expected) => {
    const { status, text, headers } = await newBrowser().send("/api/auth/callback/credentials", {
      body,
      headers: { "content-type": type },
    });
    // Without the token of its cookie a readable form only leads back to the page.
    expect(status).toBe(expected === 401 ? 302 : expected);
    if (status === 302) expect(headers.get("location")).toContain("csrf=true");
    else expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
    expect(text).not.toMatch(/\n {4}at |\.js\b|node_modules/);
  });

  it("redirects an unsolicited provider callback without creating a session", async () => {
    const browser = newBrowser();
    const { status, headers } = await browser.send("/api/auth/callback/github?code=x&state=y");
    expect(status).toBe(302);
    expect(headers.get("location")).toMatch(/^https:\/\/qr\.example\.com\/api\/auth\/(?:error|signin)\?/);
    expect(browser.sessionCookie()).toBeUndefined();
  });

  it("sends GitHub the service's own callback URL, a state and a PKCE challenge", async () => {
    const browser = newBrowser();
    const csrfToken = await browser.csrfToken();
    const { text } = await browser.send("/api/auth/signin/github", {
      form: { csrfToken, json: "true", callbackUrl: "https://evil.example/" },
      headers: { "x-forwarded-host": "evil.example", host: "localhost" },
    });
    const { origin: host, searchParams } = new URL((JSON.parse(text) as { url: string }).url);
    expect(host).toBe("https://github.com");
    expect(searchParams.get("redirect_uri")).toBe(`${origin}/api/auth/callback/github`);
    expect(searchParams.get("client_id")).toBe("github-id");
    expect(searchParams.get("state")).toMatch(/\S{20}/);
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    expect(text).not.toContain("github-secret");
    expect(decodeURIComponent(browser.cookieHeader())).not.toContain("evil.example");
  });
});
