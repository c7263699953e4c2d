import { basename, dirname } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { newAccount, newKey, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import {
  callEachWay,
  listDashboardActions,
  listDashboardAddresses,
  newTenant,
  snapshotOf,
  type Tenant,
} from "../support/dashboard";
import { isLong } from "../support/long";

let tenant: Tenant;
let keyId: string;
let eve: TestAccount;
let browser: BrowserSession;

beforeAll(async () => {
  [tenant, eve] = [await newTenant(), await newAccount("pro")];
  keyId = (await newKey(tenant)).id;
  const own = new BrowserSession(inject("baseUrl"));
  await own.signIn(tenant.email, tenant.password);
  browser = new BrowserSession(inject("baseUrl"));
  await browser.signIn(eve.email, eve.password);
});

/** Addresses that name a code, and those whose query does. */
function addressesOf(id: string): string[] {
  const own = listDashboardAddresses(id).filter((address) => address.includes(id));
  return [...own, `/analytics?code=${id}`, `/analytics/export?kind=line&range=30d&code=${id}`];
}

/** What is named by the actions of a folder of the dashboard; actions elsewhere name codes, presets and imports. */
const namedIn: Record<string, () => (string | undefined)[]> = {
  "api-keys": () => [keyId],
  sandbox: () => [tenant.ids["[sandboxCode]"]],
  webhooks: () => [tenant.ids["/webhooks/[id]"], tenant.ids["[delivery]"]],
  domains: () => [tenant.ids["/domains/[id]"]],
};

/** The ids that an action is given: in `npm test` those of what its folder is about, in long runs every one. */
function idsFor(file: string): string[] {
  const all = [tenant.codeId, keyId, ...Object.values(tenant.ids)];
  const named = namedIn[basename(dirname(file))]?.() ?? [
    tenant.codeId,
    tenant.presetId,
    tenant.ids["[import]"],
  ];
  expect(all).toEqual(expect.arrayContaining(named));
  return isLong ? all : named.filter((id) => id !== undefined);
}

const unknown = "0199aa00-0000-7000-8000-000000000000";
const malformed = ["0", "undefined", "%27%20OR%201%3D1", "..%252f", "0199AA00-0000-7000-8000-000000000000"];

describe("A5: another account's code in the dashboard", () => {
  it("is answered like an unknown code at every address that names a code", async () => {
    const [foreign, none] = [addressesOf(tenant.codeId), addressesOf(unknown)];
    expect(foreign.length).toBeGreaterThanOrEqual(4);
    for (const [index, address] of foreign.entries()) {
      const answer = await browser.send(address);
      const other = await browser.send(none[index] ?? "");
      expect(answer.status, address).toBe(other.status);
      if (!address.startsWith("/analytics?")) expect(answer.status, address).toBe(404);
      expect(answer.text, address).not.toContain(tenant.mark);
    }
  });

  it.each(malformed)("is not found by the malformed id %s, at any address", async (id) => {
    // What is no plain path is refused before anybody looks for a page.
    const status = id.includes("%252f") ? 400 : 404;
    for (const address of listDashboardAddresses(id).filter((one) => one.startsWith(`/codes/${id}`))) {
      expect((await browser.send(address)).status, address).toBe(status);
    }
  });

  it("is neither changed nor revealed by any action, whatever ids it is given", {
    timeout: 600_000,
  }, async () => {
    const before = await snapshotOf(tenant);
    for (const { name, file } of listDashboardActions()) {
      const answers = await Promise.all(idsFor(file).map((id) => callEachWay(browser, name, id)));
      for (const { status, text } of answers.flat()) {
        expect(status, name).toBeLessThan(500);
        expect(text.includes(tenant.mark), name).toBe(false);
        // An internal error here means that an argument was used before it was validated.
        expect(text.includes("went wrong on our side"), name).toBe(false);
      }
    }
    expect(await snapshotOf(tenant)).toBe(before);
    expect(await browser.whoami()).toBe(eve.email);
  });
});
