import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { insertDomain, type TestDomain } from "@/e2e/support/domains";
import { DatabaseProxy } from "@/e2e/support/process/database-proxy";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { closeNotifications, coverageOf } from "@/lib/platform/notifications";
import {
  closeServedDomains,
  findServedDomain,
  hasServedDomains,
  isServedHost,
  openServedDomains,
} from "./served";

let proxy: DatabaseProxy;
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Past the proxy: what others do. */
let direct: pg.Client;
const [one, two] = [newId(), newId()];

beforeAll(async () => {
  const url = env.databaseUrl as string;
  direct = new pg.Client({ connectionString: url });
  await direct.connect();
  await direct.query("INSERT INTO account (id, name, plan) VALUES ($1, 'one', 'pro'), ($2, 'two', 'pro')", [
    one,
    two,
  ]);
  proxy = await new DatabaseProxy(url).open();
  setDatabaseUrl(proxy.url);
});

beforeEach(async () => {
  // Other files have left codes on theirs.
  await direct.query("UPDATE qr_code SET domain_id = NULL WHERE domain_id IS NOT NULL");
  await direct.query("DELETE FROM domain");
  await openServedDomains();
  await hears();
});

afterAll(async () => {
  await closeServedDomains();
  await closeNotifications();
  await closeDatabase();
  await direct.end();
  await proxy.close();
});

const patienceMs = 20_000;
const until = (check: () => void) => vi.waitFor(check, patienceMs);
const hears = () =>
  until(() => expect(coverageOf("quietzone_domains").until).toBeGreaterThan(performance.now() - 500));
const setServed = ({ id }: TestDomain, isServed: boolean) =>
  direct.query("UPDATE domain SET is_served = $2 WHERE id = $1", [id, isServed]);

describe("served domains", () => {
  it("include verified and failing domains with their URLs, but no pending ones", async () => {
    const { id, host } = await insertDomain({ accountId: one }, { rootUrl: "https://example.com/" });
    const failing = await insertDomain({ accountId: one }, { status: "failing" });
    const pending = await insertDomain({ accountId: one }, { status: "pending" });
    await until(() => expect(findServedDomain(failing.host)?.id).toBe(failing.id));
    expect(findServedDomain(host)).toEqual({
      id,
      host,
      rootUrl: "https://example.com/",
      notFoundUrl: null,
      expiredUrl: null,
      isSuspended: false,
    });
    expect(findServedDomain(pending.host)).toBeUndefined();
    expect([await isServedHost(host), await isServedHost(pending.host)]).toEqual([true, false]);
  });

  it("P13: follow every change, including a host that moves to another account", async () => {
    const first = await insertDomain({ accountId: one });
    await until(() => expect(findServedDomain(first.host)?.id).toBe(first.id));
    const second = await insertDomain({ accountId: two }, { host: first.host, status: "pending" });
    await direct.query("BEGIN");
    await setServed(first, false);
    await setServed(second, true);
    await direct.query("COMMIT");
    await until(() => expect(findServedDomain(first.host)?.id).toBe(second.id));
    await direct.query("UPDATE domain SET not_found_url = 'https://example.com/nothing' WHERE id = $1", [
      second.id,
    ]);
    await until(() => expect(findServedDomain(first.host)?.notFoundUrl).toBe("https://example.com/nothing"));
    await direct.query("UPDATE domain SET suspended_at = now() WHERE id = $1", [second.id]);
    await until(() => expect(findServedDomain(first.host)?.isSuspended).toBe(true));
    await direct.query("DELETE FROM domain WHERE id = $1", [second.id]);
    await until(() => expect(hasServedDomains()).toBe(false));
  });

  it("are kept while the database is away and reloaded once it is back", async () => {
    const [kept, lost] = [await insertDomain({ accountId: one }), await insertDomain({ accountId: one })];
    await until(() => expect(findServedDomain(lost.host)).toBeDefined());
    proxy.cut();
    await setServed(lost, false);
    const host = `added-${newId()}.example.com`;
    await direct.query(
      "INSERT INTO domain (id, account_id, host, status, is_served, token) VALUES ($1, $2, $3, 'verified', true, 'token')",
      [newId(), two, host],
    );
    expect([findServedDomain(kept.host)?.id, findServedDomain(lost.host)?.id]).toEqual([kept.id, lost.id]);
    proxy.restore();
    await until(() => expect(findServedDomain(host)).toBeDefined());
    expect(findServedDomain(lost.host)).toBeUndefined();
    expect(findServedDomain(kept.host)?.id).toBe(kept.id);
  });

  it("exclude the service's own host", async () => {
    const { hostname } = new URL(env.baseUrl);
    await insertDomain({ accountId: one }, { host: hostname });
    const { host } = await insertDomain({ accountId: one });
    await until(() => expect(findServedDomain(host)).toBeDefined());
    expect(findServedDomain(hostname)).toBeUndefined();
  });

  it("are looked up in the database by a process that serves none", async () => {
    const { host } = await insertDomain({ accountId: one });
    const pending = await insertDomain({ accountId: one }, { status: "pending" });
    await closeServedDomains();
    expect(findServedDomain(host)).toBeUndefined();
    expect([await isServedHost(host), await isServedHost(pending.host)]).toEqual([true, false]);
  });

  it("use at most 5 MB of memory for 1,000 domains", async () => {
    const url = `https://example.com/${"x".repeat(480)}`;
    const insert = `INSERT INTO domain (id, account_id, host, status, is_served, token, root_url, not_found_url, expired_url)
      SELECT gen_random_uuid(), $1, 'go-' || n || '.example.com', 'verified', true, 'token', $2 || n, $2 || n, $2 || n
      FROM generate_series(1, 1000) AS n`;
    await direct.query(insert, [one, url]);
    await until(() => expect(findServedDomain("go-1000.example.com")).toBeDefined());
    await closeServedDomains();
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    await openServedDomains();
    collectGarbage();
    expect(findServedDomain("go-1.example.com")).toBeDefined();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5 * 1024 * 1024);
  });
});
