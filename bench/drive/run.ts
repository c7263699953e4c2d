import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { insertAccounts, insertKeys } from "@/e2e/support/tenants";
import type { Plan } from "@/lib/plans";
import { entitlements } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { deleteAccount } from "@/lib/users";
import { reachDatabase } from "@/server/database";
import { insertShortCodes, type ShortCode } from "../short-codes";
import { type DriveOptions, readOptions } from "./options";
import { drive, formatTraffic, type Visit } from "./traffic";

const codesOfEach = entitlements.pro.codes;
/** Of 100 requests so many are creates, and so many charts of 30 days. */
const creates = 1;
const charts = 1;
/** Requests of one account in an hour, at most: below its limit. */
const requestsOfAccount = 4_000;
/** Scans may wait on disk for the database. */
const storedWithinMs = 60_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * `npm run load -- --codes 100000 --rate 1000 --minutes 5` drives the running service at `--url` with redirects, creates and
 * charts, and prints rates, percentiles, and how many scans were lost or stored twice. Codes are scanned as by Zipf's law: the
 * second most popular half as often as the first. It reads `DATABASE_URL` or `DATA_DIR` as the service does, adds accounts of
 * its own to that database, and deletes them in the end.
 */
async function run(options: DriveOptions): Promise<void> {
  await requireService(options.url);
  const database = await reachDatabase();
  const accountIds: string[] = [];
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      isStopped = true;
    });
  }
  try {
    // The service comes first.
    setPriority(10);
    await requireSameDatabase(options.url, accountIds);
    const { next, answered } = await prepare(options, accountIds);
    const before = await readWal();
    const traffic = await drive(options.url, next, options, { say, isStopped: () => isStopped });
    const stored = await countStored(accountIds, answered);
    const wal = (await readWal()) - before;
    for (const line of formatTraffic(traffic)) say(line);
    say(
      `scans    ${answered.size.toLocaleString("en")} answered, ${stored.lost} lost, ${stored.doubled} stored twice`,
    );
    say(
      `WAL      ${(wal / 1_048_576).toFixed(1)} MiB, ${Math.round(wal / Math.max(1, answered.size))} bytes per scan with all else`,
    );
    const isFaulty = [...traffic.tallies.values()].some(({ faults }) => faults.size > 0);
    if (isFaulty || stored.lost + stored.doubled > 0) process.exitCode = 1;
  } finally {
    say("Deleting what was added …");
    for (const id of accountIds) {
      await deleteAccount(id).catch((error: unknown) =>
        say(`Account ${id} was not deleted: ${String(error)}`),
      );
    }
    await database.close();
  }
}

async function requireService(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/health`).catch(() => null);
  if (answer?.ok) return;
  throw new Error(`Nothing answers at ${url}/api/health. Start the service, or name it by --url.`);
}

/** Throws unless the service at `url` leads visits of a code that was just added: it works on another database. */
async function requireSameDatabase(url: string, accountIds: string[]): Promise<void> {
  const [code] = await insertShortCodes(sql, { accounts: 1, codesOfEach: 1 });
  accountIds.push(code?.accountId ?? "");
  const { status } = await fetch(`${url}/r/${code?.shortCode}`, { redirect: "manual" });
  if (status !== 302)
    throw new Error(
      `The service at ${url} has another database. Give this command the service's own settings.`,
    );
}

/** Adds accounts with codes, and keys for those that create and read; each visit has a number in its user agent. */
async function prepare({ codes, rate, minutes }: DriveOptions, accountIds: string[]) {
  say(`Adding ${codes.toLocaleString("en")} codes …`);
  const owned: ShortCode[] = [];
  while (owned.length < codes) {
    const left = codes - owned.length;
    const accounts = Math.min(20, Math.max(1, Math.floor(left / codesOfEach)));
    const added = await insertShortCodes(sql, { accounts, codesOfEach: Math.min(codesOfEach, left) });
    accountIds.push(...new Set(added.map(({ accountId }) => accountId)));
    owned.push(...added);
  }
  const requests = rate * minutes * 60;
  const readingAccounts = Math.ceil((requests * charts) / 100 / requestsOfAccount);
  if (readingAccounts > accountIds.length)
    throw new Error(
      `So many charts need ${readingAccounts * codesOfEach} codes: raise --codes, or lower --rate or --minutes.`,
    );
  const readers = await giveKeys(accountIds, readingAccounts, "analytics:read");
  const fresh = await insertAccounts(
    sql,
    Array<Plan>(Math.ceil((requests * creates) / 100 / (codesOfEach - 50)) + 1).fill("pro"),
  );
  accountIds.push(...fresh);
  const writers = await giveKeys(fresh, fresh.length, "qr:write");
  const answered = new Set<number>();
  const pick = zipf(owned.length);
  let number = 0;
  const next = (): Visit => {
    number += 1;
    const part = number % 100;
    if (part < creates) return createVisit(writers[Math.floor(number / 100) % writers.length] ?? "", number);
    if (part < creates + charts) return chartVisit(readers[Math.floor(number / 100) % readers.length] ?? "");
    const visit = number;
    return redirectVisit(owned[pick()] as ShortCode, visit, () => answered.add(visit));
  };
  return { next, answered };
}

async function giveKeys(
  accountIds: readonly string[],
  count: number,
  permission: "qr:write" | "analytics:read",
) {
  const wanted = Array.from({ length: Math.max(1, count) }, (_, at) => ({
    accountId: accountIds[at % accountIds.length] as string,
    environment: "production" as const,
    permissions: [permission],
  }));
  return (await insertKeys(sql, wanted)).map(({ apiKey }) => `Bearer ${apiKey}`);
}

const userAgentOf = (visit: number) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1 Visit/${visit}`;

const redirectVisit = ({ shortCode }: ShortCode, visit: number, onAnswered: () => void): Visit => ({
  ...{ kind: "redirect", method: "GET", path: `/r/${shortCode}`, status: 302, onAnswered },
  headers: { "user-agent": userAgentOf(visit) },
});

const createVisit = (authorization: string, number: number): Visit => ({
  ...{ kind: "create", method: "POST", path: "/api/v1/qr-codes", status: 201 },
  headers: { authorization, "content-type": "application/json" },
  body: JSON.stringify({
    name: `Table ${number}`,
    type: "url",
    content: `https://example.com/menu/${number}`,
    isDynamic: true,
  }),
});

const chartVisit = (authorization: string): Visit => ({
  ...{ kind: "chart", method: "GET", path: "/api/v1/analytics?timeRange=30d&timezone=UTC", status: 200 },
  headers: { authorization },
});

/** Places from 0, the n-th as often as 1 in n. */
function zipf(count: number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let place = 0; place < count; place += 1) {
    sum += 1 / (place + 1);
    sums[place] = sum;
  }
  return () => {
    const wanted = Math.random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Which answered visits were not stored, and which more than once; waits for those that are on their way. */
async function countStored(accountIds: readonly string[], answered: ReadonlySet<number>) {
  const deadline = performance.now() + storedWithinMs;
  for (;;) {
    const seen = new Map<number, number>();
    for (const accountId of accountIds) {
      const { rows } = await sql.query<{ visit: string }>(
        "SELECT substring(user_agent FROM 'Visit/([0-9]+)') AS visit FROM scan WHERE account_id = $1 AND NOT is_sandbox",
        [accountId],
      );
      for (const { visit } of rows) seen.set(Number(visit), (seen.get(Number(visit)) ?? 0) + 1);
    }
    const lost = [...answered].filter((visit) => !seen.has(visit)).length;
    const doubled = [...seen.values()].filter((times) => times > 1).length;
    if (lost === 0 || performance.now() > deadline) return { lost, doubled };
    await sleep(1_000);
  }
}

async function readWal(): Promise<number> {
  const { rows } = await sql.query<{ bytes: string }>("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes");
  return Number(rows[0]?.bytes);
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
