import { beforeAll, describe, expect, inject, it } from "vitest";
import { changePassword, listSessions } from "@/lib/users";
import { newAccount } from "../support/accounts";
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
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";
import { act, callAction } from "../support/server-actions";

const origin = "https://qr.example.com";
const services = openServices();
let baseUrl = "";
let tenant: Tenant;

beforeAll(async () => {
  const service = await services.start({
    DATA_DIR: services.newFolder(),
    DATABASE_URL: inject("databaseUrl"),
    BASE_URL: origin,
    BASE_URL_ALIASES: "old.example.com",
    TRUSTED_PROXIES: "127.0.0.1, ::1",
  });
  baseUrl = service.baseUrl;
  tenant = await newTenant();
});

async function signedIn({ email, password }: { email: string; password: string }): Promise<BrowserSession> {
  const browser = new BrowserSession(baseUrl, newClient(), origin);
  expect((await browser.signIn(email, password)).status).toBe(200);
  return browser;
}

const foreign: Record<string, Record<string, string | undefined>> = {
  "another site": { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  "a sandboxed frame": { origin: "null", "sec-fetch-site": "cross-site" },
  "a subdomain": { origin: "https://x.qr.example.com", "sec-fetch-site": "same-site" },
  "an unnamed origin": { origin: undefined },
};

describe("A8: requests from other sites with the owner's session", () => {
  it.each(Object.keys(foreign))("get 403 for every action from %s and change nothing", async (kind) => {
    const browser = await signedIn(tenant);
    const before = await snapshotOf(tenant);
    for (const { name } of listDashboardActions()) {
      for await (const { status, text } of callInTurn(browser, name, tenant.codeId, foreign[kind])) {
        expect(status, name).toBe(403);
        expect(JSON.parse(text)).toMatchObject({ code: "insufficient_permission" });
        // Its origin is checked before its arguments are read: `npm test` sends one form.
        if (!isLong) break;
      }
    }
    expect(await snapshotOf(tenant)).toBe(before);
  });

  it("get 403 for a plain form, whether text or fields, and change nothing", async () => {
    const browser = await signedIn(tenant);
    const before = await snapshotOf(tenant);
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      for (const address of listDashboardAddresses(tenant.codeId, tenant.ids)) {
        const { status } = await browser.send(address, {
          body: `id=${tenant.codeId}`,
          headers: { "content-type": type, ...foreign["another site"] },
        });
        expect(status, `${type} to ${address}`).toBe(403);
      }
    }
    expect(await snapshotOf(tenant)).toBe(before);
  });

  it("A8: GET and HEAD of every address change nothing", async () => {
    const browser = await signedIn(tenant);
    const before = await snapshotOf(tenant);
    for (const address of listDashboardAddresses(tenant.codeId, tenant.ids)) {
      for (const method of ["GET", "HEAD"]) {
        expect((await browser.send(address, { method })).status, `${method} ${address}`).toBe(200);
      }
      const more = `${address}${address.includes("?") ? "&" : "?"}`;
      await browser.send(`${more}delete=1&action=delete&id=${tenant.codeId}&_method=DELETE`);
    }
    expect(await snapshotOf(tenant)).toBe(before);
  });
});

/** Ways in which a session ends, other than by itself. */
const endings: [name: string, end: (own: Tenant, other: BrowserSession) => Promise<unknown>][] = [
  ["sign-out in another browser", (_, other) => act(other, "/settings", "signOut")],
  [
    "a password change",
    ({ userId, password }) => changePassword(userId, { current: password, next: "three other words" }),
  ],
  [
    "removal from the list of sessions",
    async (own, other) => {
      const [, first] = await listSessions(own.userId, own.userId);
      const { text } = await callAction(other, "/settings", "endOwnSession", [first?.id]);
      expect(text).toContain('"done":null');
      expect(await other.whoami()).toBe(own.email);
    },
  ],
];

describe("A9: an ended session", () => {
  it.each(endings)("sees and changes nothing in the dashboard after %s", async (_, end) => {
    const own = await newTenant();
    const [browser, other] = [await signedIn(own), await signedIn(own)];
    expect((await browser.send("/codes")).status).toBe(200);
    await end(own, other);
    expect(await browser.whoami()).toBeNull();
    for (const address of listDashboardAddresses(own.codeId, own.ids)) {
      const { status, text } = await browser.send(address);
      expect(status, address).toBe(307);
      expect(text).not.toContain(own.mark);
    }
    expect((await browser.send("/live/scans")).status).toBe(401);
    const before = await snapshotOf(own);
    const asked = [
      await callAction(browser, "/codes", "deleteCode", [own.codeId]),
      await callAction(browser, "/codes", "findCodes", [own.mark, "names"]),
      await act(browser, "/support", "sendSupportRequest", { subject: "x", message: "x" }),
    ];
    for (const { headers } of asked) expect(headers.get("x-action-redirect")).toMatch(/^\/sign-in\b/);
    expect(await snapshotOf(own)).toBe(before);
  });

  it("cannot be ended by another user through its id", async () => {
    const [own, eve] = [await newTenant(), await newAccount("pro")];
    const [browser, thief] = [await signedIn(own), await signedIn(eve)];
    const [{ id } = { id: "" }] = await listSessions(own.userId, own.userId);
    const answer = await callAction(thief, "/settings", "endOwnSession", [id]);
    expect(answer.text).toContain("This session has already ended.");
    expect(await browser.whoami()).toBe(own.email);
  });
});

describe("A11: host names in dashboard requests", () => {
  it("get 421 for an unknown host", async () => {
    const browser = await signedIn(tenant);
    for (const address of listDashboardAddresses(tenant.codeId, tenant.ids)) {
      const { status } = await browser.send(address, { headers: { host: "evil.example" } });
      expect(status, address).toBe(421);
    }
  });

  it("never appear in pages or redirects, which name only BASE_URL", async () => {
    const browser = await signedIn(tenant);
    const forged = {
      host: "old.example.com",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
    };
    for (const address of listDashboardAddresses(tenant.codeId, tenant.ids)) {
      const { status, text, headers } = await browser.send(address, { headers: forged });
      expect(status, address).toBe(200);
      const told = text + JSON.stringify([...headers]);
      expect(told, address).not.toMatch(/evil\.example|old\.example\.com/);
    }
    const { text } = await browser.send(`/codes/${tenant.codeId}`, { headers: forged });
    expect(text).toContain("qr.example.com/r/");
    const stranger = new BrowserSession(baseUrl, newClient(), origin);
    const { headers } = await stranger.send("/codes", { headers: forged });
    expect(headers.get("location")).toBe("/sign-in?callbackUrl=%2Fcodes");
  });
});
