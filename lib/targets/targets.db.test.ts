import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { moveClock } from "@/e2e/support/clocks";
import { DatabaseProxy } from "@/e2e/support/process/database-proxy";
import { env } from "@/lib/platform/env";
import { closeDatabase, redirectSql, setDatabaseUrl, sql } from "../platform/db";
import { newBase62, newId } from "../platform/ids";
import { closeNotifications, coverageOf, subscribe } from "../platform/notifications";
import { lookUp } from "./find";
import { closeTargets, findTarget, openTargets } from "./index";
import { KnownTargets } from "./known-targets";

let proxy: DatabaseProxy;
/** Past the proxy: what others do. */
let direct: pg.Client;
const accountId = newId();

beforeAll(async () => {
  const url = env.databaseUrl as string;
  direct = new pg.Client({ connectionString: url });
  await direct.connect();
  await direct.query("INSERT INTO account (id, name, plan) VALUES ($1, 'one', 'pro')", [accountId]);
  proxy = await new DatabaseProxy(url).open();
  setDatabaseUrl(proxy.url);
});

beforeEach(openTargets);

afterAll(async () => {
  await closeTargets();
  await closeNotifications();
  await closeDatabase();
  await direct.end();
  await proxy.close();
});

async function newCode(url = "https://example.com/one"): Promise<string> {
  const shortCode = newBase62(8);
  await direct.query(
    `INSERT INTO qr_code (id, account_id, environment, name, type, content, target, settings, is_dynamic, short_code)
     VALUES ($1, $2, 'production', 'Menu', 'url', $3, $3, '{}', true, $4)`,
    [newId(), accountId, url, shortCode],
  );
  return shortCode;
}

const lead = (shortCode: string, url: string) =>
  direct.query("UPDATE qr_code SET target = $2, content = $2 WHERE short_code = $1", [shortCode, url]);
const remove = (shortCode: string) => direct.query("DELETE FROM qr_code WHERE short_code = $1", [shortCode]);
const urlOf = async (shortCode: string) => (await findTarget(shortCode))?.url;

/** Bounds a wait, however slow the machine is. */
const patienceMs = 20_000;

/** Waits until everything that was committed before an instant has been heard; when left out, until it hears at all. */
const hears = (before?: number) =>
  vi.waitFor(() => {
    const { until } = coverageOf("quietzone_short_codes");
    expect(until).toBeGreaterThan(before ?? performance.now() - 500);
  }, patienceMs);

/** A target that no notification vouches for is read again after this time. */
const beliefMs = 1_000;

describe("findTarget", () => {
  it("answers a known code from memory, and P6: reflects changes and deletions at once", async () => {
    const code = await newCode();
    expect(await findTarget(code)).toMatchObject({
      shortCode: code,
      accountId,
      isSandbox: false,
      type: "url",
    });
    moveClock(beliefMs);
    await hears();
    proxy.cut();
    // Not a second old by any answer of the database: vouched for by silence until the connection broke.
    expect(await urlOf(code)).toBe("https://example.com/one");
    proxy.restore();
    await hears();
    await lead(code, "https://example.com/two");
    await vi.waitFor(async () => expect(await urlOf(code)).toBe("https://example.com/two"), patienceMs);
    await remove(code);
    await vi.waitFor(async () => expect(await findTarget(code)).toBeNull(), patienceMs);
  });

  it("does not cache that a code is unknown", async () => {
    const code = newBase62(8);
    expect(await findTarget(code)).toBeNull();
    await direct.query("UPDATE qr_code SET short_code = $2 WHERE short_code = $1", [await newCode(), code]);
    expect(await urlOf(code)).toBe("https://example.com/one");
  });

  it("answers 200 concurrent visits of a code, and later ones, with at most two queries", async () => {
    const code = await newCode();
    const asked = vi.spyOn(redirectSql, "query");
    const found = await Promise.all(Array.from({ length: 200 }, () => urlOf(code)));
    expect(new Set(found)).toEqual(new Set(["https://example.com/one"]));
    for (let i = 0; i < 3; i += 1) {
      moveClock(beliefMs / 2);
      await hears();
      await urlOf(code);
    }
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2);
    asked.mockRestore();
  });

  it("W3: answers known codes from memory while the database is down, and refreshes them afterwards", async () => {
    const [one, two] = [await newCode(), await newCode()];
    await Promise.all([urlOf(one), urlOf(two)]);
    proxy.cut();
    moveClock(beliefMs);
    for (let i = 0; i < 20; i += 1) expect(await urlOf(one)).toBe("https://example.com/one");
    await expect(findTarget(newBase62(8))).rejects.toMatchObject({
      code: "unavailable",
      retryAfterSeconds: 5,
    });
    // Nobody is notified of these.
    await lead(one, "https://example.com/two");
    await remove(two);
    proxy.restore();
    await vi.waitFor(async () => {
      expect(await urlOf(one)).toBe("https://example.com/two");
      expect(await findTarget(two)).toBeNull();
    }, patienceMs);
    await hears();
  });

  it("P6: detects a connection that is open but silent", async () => {
    const code = await newCode();
    await urlOf(code);
    expect(proxy.silenceListeners()).toBeGreaterThan(0);
    await lead(code, "https://example.com/two");
    moveClock(beliefMs);
    await vi.waitFor(async () => expect(await urlOf(code)).toBe("https://example.com/two"), 5_000);
    await hears();
    await lead(code, "https://example.com/three");
    await vi.waitFor(async () => expect(await urlOf(code)).toBe("https://example.com/three"), patienceMs);
  });

  it("P6: refreshes known codes despite a flood of unknown ones", async () => {
    const code = await newCode();
    await urlOf(code);
    expect(proxy.silenceListeners()).toBeGreaterThan(0);
    await lead(code, "https://example.com/two");
    moveClock(beliefMs);
    const flood = Promise.allSettled(Array.from({ length: 8_000 }, () => findTarget(newBase62(8))));
    expect(await urlOf(code)).toBe("https://example.com/two");
    const refused = (await flood).filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    await hears();
  });

  it("reads a limited code's current scan count for a preview, but not an unlimited one's", async () => {
    const [bounded, free] = [await newCode(), await newCode()];
    await direct.query("UPDATE qr_code SET rules = $2 WHERE short_code = $1", [bounded, { maxScans: 5 }]);
    await Promise.all([urlOf(bounded), urlOf(free)]);
    for (const scans of [3, 4]) {
      // Nobody is told of it.
      await direct.query("UPDATE qr_code SET scan_count = $2 WHERE short_code = ANY($1)", [
        [bounded, free],
        scans,
      ]);
      expect((await findTarget(bounded, true))?.scanCount).toBe(scans);
      expect((await findTarget(free, true))?.scanCount).toBe(0);
      // A look-up this old is no longer shared.
      moveClock(150);
    }
  });

  it("loads the latest codes at the start", async () => {
    const code = await newCode();
    await closeTargets();
    await openTargets();
    proxy.cut();
    expect(await urlOf(code)).toBe("https://example.com/one");
    proxy.restore();
    await hears();
  });

  it("queries the database at each visit when no listener is running", async () => {
    await closeTargets();
    const code = await newCode();
    expect(await urlOf(code)).toBe("https://example.com/one");
    await lead(code, "https://example.com/two");
    expect(await urlOf(code)).toBe("https://example.com/two");
  });
});

describe("codes with slugs", () => {
  const newSlug = () => `Menu-${newBase62(10)}`;
  const name = (shortCode: string, slug: string) =>
    direct.query(
      `INSERT INTO short_url_path (key, path, qr_code_id, account_id)
       SELECT lower($2), $2, id, account_id FROM qr_code WHERE short_code = $1`,
      [shortCode, slug],
    );

  it("P8: are found by slugs in any case, and by the generated code in its exact case", async () => {
    const [code, slug, alias] = [await newCode(), newSlug(), newSlug()];
    await Promise.all([name(code, slug), name(code, alias)]);
    for (const path of [code, slug, slug.toUpperCase(), alias.toLowerCase()]) {
      expect(await findTarget(path)).toMatchObject({ shortCode: code, url: "https://example.com/one" });
    }
    const swapped = code.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(await Promise.all([findTarget(swapped), findTarget(`${slug}x`)])).toEqual([null, null]);
  });

  it("P6: are answered from memory under each path, and changes reach every path", async () => {
    const [code, slug, alias] = [await newCode(), newSlug(), newSlug()];
    const paths = [code, slug, alias];
    await Promise.all([name(code, slug), name(code, alias)]);
    // The messages of the new paths would have what was read before them read again.
    await hears(performance.now());
    await Promise.all(paths.map(urlOf));
    moveClock(beliefMs);
    await hears();
    const asked = vi.spyOn(redirectSql, "query");
    expect(await urlOf(slug.toUpperCase())).toBe("https://example.com/one");
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    await lead(code, "https://example.com/two");
    for (const path of paths) {
      await vi.waitFor(async () => expect(await urlOf(path)).toBe("https://example.com/two"), patienceMs);
    }
    await remove(code);
    for (const path of paths) {
      await vi.waitFor(async () => expect(await findTarget(path)).toBeNull(), patienceMs);
    }
  });

  it("P7: lose a released slug to the code that takes it over", async () => {
    const [before, after, slug] = [await newCode(), await newCode("https://example.com/after"), newSlug()];
    await name(before, slug);
    expect(await urlOf(slug)).toBe("https://example.com/one");
    await remove(before);
    await vi.waitFor(async () => expect(await findTarget(slug)).toBeNull(), patienceMs);
    await direct.query(
      "UPDATE short_url_path SET qr_code_id = (SELECT id FROM qr_code WHERE short_code = $2) WHERE key = lower($1)",
      [slug, after],
    );
    expect(await urlOf(slug)).toBe("https://example.com/after");
  });

  it("W3: are loaded at the start and redirected while the database is down", async () => {
    const [code, slug] = [await newCode(), newSlug()];
    await name(code, slug);
    await closeTargets();
    await openTargets();
    proxy.cut();
    expect(await urlOf(slug)).toBe("https://example.com/one");
    await expect(findTarget(newSlug())).rejects.toMatchObject({ code: "unavailable" });
    proxy.restore();
    await hears();
  });

  it("need at most two queries for concurrent visits of slugs, codes and unknown paths", async () => {
    const [code, slug] = [await newCode(), newSlug()];
    await name(code, slug);
    const asked = vi.spyOn(redirectSql, "query");
    const invented = Array.from({ length: 60 }, newSlug);
    const found = await Promise.all([code, slug, ...invented].map((path) => findTarget(path)));
    expect(found.filter((target) => target !== null)).toHaveLength(2);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2);
    asked.mockRestore();
  });
});

it("P6: does not cache a row that changed while it was being read", async () => {
  const known = new KnownTargets();
  await known.open(5_000);
  const code = await newCode();
  let [read, changed] = [() => {}, () => {}];
  const isRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  const isChanged = new Promise<void>((resolve) => {
    changed = resolve;
  });
  const late = known.read(code, async () => {
    const row = await lookUp(code);
    read();
    await isChanged;
    return row;
  });
  await isRead;
  moveClock(150);
  const told: string[] = [];
  const leave = subscribe("quietzone_short_codes", { onMessage: (one) => told.push(one), onGap() {} });
  await lead(code, "https://example.com/two");
  const again = known.read(code, lookUp);
  expect((await again)?.url).toBe("https://example.com/two");
  // A connection that a busy machine takes for silent is replaced, and misses what was notified meanwhile.
  await vi.waitFor(async () => {
    await sql.query("SELECT pg_notify('quietzone_short_codes', $1)", [code]);
    await vi.waitFor(() => expect(told).toContain(code));
  }, patienceMs);
  leave();
  changed();
  expect((await late)?.url).toBe("https://example.com/one");
  const kept = known.find(code);
  expect(kept === undefined || kept.target.url === "https://example.com/two" || !known.isFresh(kept)).toBe(
    true,
  );
  known.close();
});
