import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { deleteAccount } from "@/lib/users";
import { reachDatabase } from "@/server/database";
import { insertShortCodes } from "../short-codes";
import { addWebhooks, awaitDeliveries, formatCosts, readMeters } from "./costs";
import { type DriveOptions, readOptions } from "./options";
import { drive, formatTraffic, hasFaults } from "./traffic";
import { mix, othersShare, prepareVisits, type Visits } from "./visits";

/** Scans may wait on disk for the database. */
const storedWithinMs = 60_000;
/** A pass of what works behind the answers: counts of codes, days of charts. */
const afterworkMs = 5_000;

type Reports = Parameters<typeof drive>[3];

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * `npm run load -- --codes 100000 --rate 1000 --minutes 5` drives the running service at `--url` with redirects, creates and
 * charts, and prints rates, percentiles, and how many scans were lost or stored twice. Codes are scanned as by Zipf's law: the
 * second most popular half as often as the first. It reads `DATABASE_URL` or `DATA_DIR` as the service does, adds accounts of
 * its own to that database, and deletes them in the end. With `--costs` each kind comes by itself, and what one costs is printed.
 */
async function run(options: DriveOptions): Promise<void> {
  for (const url of options.urls) await requireService(url);
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
    for (const url of options.urls) await requireSameDatabase(url, accountIds);
    say(`Adding ${options.codes.toLocaleString("en")} codes …`);
    const visits = await prepareVisits(options, accountIds);
    const reports = { say, isStopped: () => isStopped };
    const work = options.isCosts ? driveAlone : driveMix;
    if (!(await work(options, visits, accountIds, reports))) process.exitCode = 1;
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

/** Sends the mix, and tells whether each answer was right and each scan stored once. */
async function driveMix(
  options: DriveOptions,
  visits: Visits,
  accountIds: readonly string[],
  reports: Reports,
): Promise<boolean> {
  const before = await readWal();
  const traffic = await drive(options.urls, mix(visits), options, reports);
  const stored = await countStored(accountIds, visits.answered);
  const wal = (await readWal()) - before;
  for (const line of formatTraffic(traffic)) say(line);
  const scans = visits.answered.size;
  say(`scans    ${scans.toLocaleString("en")} answered, ${stored.lost} lost, ${stored.doubled} stored twice`);
  say(
    `WAL      ${(wal / 1_048_576).toFixed(1)} MiB, ${Math.round(wal / Math.max(1, scans))} bytes per scan with all else`,
  );
  return !hasFaults(traffic) && stored.lost + stored.doubled === 0;
}

/** Sends each kind by itself and prints what one of it costs. */
async function driveAlone(
  options: DriveOptions,
  visits: Visits,
  accountIds: readonly string[],
  reports: Reports,
): Promise<boolean> {
  let isSound = true;
  const read = () => readMeters([...new Set(options.urls)]);
  for (const kind of costKinds(options)) {
    if (kind === "delivery") await addWebhooks(visits.writerIds, options.webhook as string);
    const before = await read();
    const rate = kind === "redirect" ? options.rate : Math.max(1, options.rate / othersShare);
    const next = visits[kind === "delivery" ? "create" : kind];
    const traffic = await drive(options.urls, next, { ...options, rate }, reports);
    if (reports.isStopped()) {
      say(`Stopped before ${kind} was measured.`);
      break;
    }
    const stored = await countStored(accountIds, visits.answered);
    if (kind === "delivery") await awaitDeliveries(visits.writerIds, reports.isStopped);
    // Work that goes on after the answers counts, too.
    await sleep(afterworkMs);
    const count = [...traffic.tallies.values()].reduce((sum, { times }) => sum + times.length, 0);
    say(formatCosts(kind, count, before, await read()));
    isSound &&= !hasFaults(traffic) && stored.lost + stored.doubled === 0;
  }
  return isSound;
}

const costKinds = ({ webhook }: DriveOptions) =>
  ["redirect", "create", "chart", ...(webhook === null ? [] : ["delivery" as const])] as const;

async function requireService(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/health`).catch(() => null);
  if (answer?.ok) return;
  throw new Error(`Nothing answers at ${url}/api/health. Start the service, or name it by --url.`);
}

/** Throws unless the service at `url` leads visits of a code that was just added: it works on another database. */
async function requireSameDatabase(url: string, accountIds: string[]): Promise<void> {
  const [code] = await insertShortCodes(sql, { accounts: 1, codesOfEach: 1 }, accountIds);
  const { status } = await fetch(`${url}/r/${code?.shortCode}`, { redirect: "manual" });
  if (status !== 302)
    throw new Error(
      `The service at ${url} has another database. Give this command the service's own settings.`,
    );
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
