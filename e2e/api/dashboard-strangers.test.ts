import { beforeAll, describe, expect, inject, it } from "vitest";
import { BrowserSession } from "../support/browser-session";
import {
  callInTurn,
  listDashboardActions,
  listDashboardAddresses,
  newTenant,
  snapshotOf,
  type Tenant,
} from "../support/dashboard";
import { isLong } from "../support/long";
import { type RawAnswer, sendRaw } from "../support/process/raw-http";
import { callAction } from "../support/server-actions";

const port = Number(new URL(inject("baseUrl")).port);
const newBrowser = () => new BrowserSession(inject("baseUrl"));

let tenant: Tenant;
let addresses: string[];
beforeAll(async () => {
  tenant = await newTenant();
  addresses = listDashboardAddresses(tenant.codeId, tenant.ids);
});

/** What of a tenant no stranger may see. */
function expectNothingOf({ mark, email }: Tenant, text: string, why: string): void {
  for (const word of [mark, email]) expect(text.includes(word), `${why} tells ${word}`).toBe(false);
}

describe("A7: signed-out requests to the dashboard", () => {
  it("cover every page folder, and the owner sees each page", async () => {
    expect(addresses).toEqual(
      expect.arrayContaining(["/codes", `/codes/${tenant.codeId}`, "/support", "/settings"]),
    );
    const browser = newBrowser();
    await browser.signIn(tenant.email, tenant.password);
    for (const address of addresses) {
      expect((await browser.send(address)).status, address).toBe(200);
    }
    expect((await browser.send("/codes")).text).toContain(tenant.mark);
  });

  it("A10: are redirected to sign-in with the page as callback URL on this service", async () => {
    for (const address of addresses) {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers, text } = await newBrowser().send(address, { method });
        expect(status, `${method} ${address}`).toBe(307);
        expect(headers.get("location")).toBe(`/sign-in?callbackUrl=${encodeURIComponent(address)}`);
        expect(headers.get("cache-control") ?? "no-store").toContain("no-store");
        expectNothingOf(tenant, text, address);
      }
    }
    const { headers } = await newBrowser().send("/codes?callbackUrl=https://evil.example/&q=//evil.example");
    expect(headers.get("location")).toMatch(/^\/sign-in\?callbackUrl=%2Fcodes%3F/);
  });
});

/** Ways around, for a path of the dashboard: the request line and headers, and what may come of it. */
const detours: [name: string, line: (path: string) => string, headers: string[], statuses: number[]][] = [
  [
    "a proxy subrequest header",
    (path) => `GET ${path}`,
    ["x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy"],
    [307],
  ],
  ["a src subrequest header", (path) => `GET ${path}`, ["x-middleware-subrequest: src/middleware"], [307]],
  ["a matched-path header", (path) => `GET ${path}`, ["x-matched-path: /", "x-invoke-path: /"], [307]],
  ["a rewrite header", (path) => `GET /?from=${path}`, ["x-middleware-rewrite: /codes"], [200]],
  ["an original-URL header", (path) => `GET /?from=${path}`, ["x-original-url: /codes"], [200]],
  ["a request for router data", (path) => `GET ${path}`, ["rsc: 1"], [200, 307]],
  ["a router prefetch", (path) => `GET ${path}`, ["rsc: 1", "next-router-prefetch: 1"], [200, 307]],
  [
    "a segment prefetch",
    (path) => `GET ${path}`,
    ["rsc: 1", "next-router-prefetch: 1", "next-router-segment-prefetch: /_tree"],
    [200, 204, 307, 404],
  ],
  ["the .rsc file of a page", (path) => `GET ${path}.rsc`, [], [404]],
  ["the segment file of a page", (path) => `GET ${path}.segments/_tree.segment.rsc`, [], [404]],
  ["a path with two slashes", (path) => `GET /${path}`, [], [400]],
  ["a slash at the end", (path) => `GET ${path}/`, [], [307, 308, 404]],
  ["a path with two dots", (path) => `GET /docs/..${path}`, [], [400]],
  ["a path with escaped dots", (path) => `GET /docs/%2e%2e${path}`, [], [400]],
  ["a semicolon", (path) => `GET ${path};a=1`, [], [400]],
  ["a NUL", (path) => `GET ${path}%00`, [], [400]],
  ["an escaped slash", (path) => `GET ${path}%2f`, [], [400]],
  ["a backslash", (path) => `GET ${path}\\`, [], [400]],
  ["a dot at the end", (path) => `GET ${path}.`, [], [307, 404]],
  ["a path in capital letters", (path) => `GET ${path.toUpperCase()}`, [], [307, 404]],
  ["an absolute URL of another host", (path) => `GET http://evil.example${path}`, [], [400]],
  ["HEAD", (path) => `HEAD ${path}`, [], [307]],
  ["a method override header", (path) => `GET ${path}`, ["x-http-method-override: POST"], [307]],
  ["an invalid session cookie", (path) => `GET ${path}`, ["cookie: next-auth.session-token=x; a=b"], [307]],
];

const ask = (line: string, headers: readonly string[]): Promise<RawAnswer> =>
  sendRaw(
    port,
    `${line} HTTP/1.1\r\n${["Host: localhost", ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`,
  );

describe("A7: crafted requests to the dashboard", () => {
  const paths = () => [
    "/codes",
    `/codes/${tenant.codeId}`,
    `/codes/${tenant.codeId}/picture`,
    "/analytics/export",
    "/support",
    "/settings",
  ];

  it.each(detours)("%s reveals nothing", async (_, line, headers, statuses) => {
    for (const path of paths()) {
      const answer = await ask(line(path), headers);
      expect(statuses, `${path}: ${answer.status}`).toContain(answer.status);
      expectNothingOf(tenant, answer.body, path);
    }
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "BREW"])(
    "%s gets 405 with Allow",
    async (method) => {
      for (const path of paths()) {
        const answer = await ask(`${method} ${path}`, ["Origin: http://localhost", "Content-Length: 0"]);
        expect(answer.status, path).toBe(405);
        expect(answer.headers.allow, path).toContain("GET");
      }
    },
  );
});

describe("A7: server actions", () => {
  it("redirect signed-out callers to sign-in, whatever page each is called on", async () => {
    const own = listDashboardActions();
    expect(own.length).toBeGreaterThan(15);
    const before = await snapshotOf(tenant);
    for (const { name } of own) {
      let isSentToSignIn = false;
      // In `npm test` up to its own way; called in another way, an action may find no sense in it before.
      for await (const { status, text, headers } of callInTurn(newBrowser(), name, tenant.codeId)) {
        expect(status, name).toBeLessThan(500);
        expect(text, name).not.toContain('"done"');
        expectNothingOf(tenant, text, name);
        isSentToSignIn ||= /^\/sign-in\?/.test(headers.get("x-action-redirect") ?? "");
        if (isSentToSignIn && !isLong) break;
      }
      expect(isSentToSignIn, name).toBe(true);
    }
    expect(await snapshotOf(tenant)).toBe(before);
    // Every action is called in several ways, one after the other.
  }, 240_000);

  it("redirect to sign-in from public pages, too", async () => {
    for (const page of ["/", "/sign-in", "/docs"]) {
      const { headers } = await callAction(newBrowser(), page, "deleteCode", [tenant.codeId]);
      expect(headers.get("x-action-redirect"), page).toMatch(/^\/sign-in\b/);
    }
  });
});
