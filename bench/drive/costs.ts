import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { createWebhook } from "@/lib/webhooks";
import { databaseCpuMsOf } from "../processes";

/** A receiver that fails is tried again for hours. */
const deliveredWithinMs = 120_000;

/** What has been used so far. */
export interface Meters {
  /** CPU of the servers, in ms. */
  serverMs: number;
  /** CPU of PostgreSQL with all that it runs, in ms; 0 where it runs on another machine. */
  databaseMs: number;
  walBytes: number;
  /** Size of the database on disk. */
  bytes: number;
}

/** Throws where a server doesn't show its metrics. */
export async function readMeters(urls: readonly string[]): Promise<Meters> {
  const servers = await Promise.all(urls.map(readServerMs));
  const { rows } = await sql.query<{ dataDir: string | null; walBytes: number; bytes: number }>(
    `SELECT (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS "dataDir",
       (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS "walBytes",
       pg_database_size(current_database())::float8 AS bytes`,
  );
  const { dataDir, ...sizes } = rows[0]!;
  return {
    ...sizes,
    serverMs: servers.reduce((sum, ms) => sum + ms, 0),
    databaseMs: dataDir === null ? 0 : databaseCpuMsOf({ dataDir }),
  };
}

async function readServerMs(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  const seconds = ["user", "system"].map((kind) =>
    Number(new RegExp(`^process_cpu_${kind}_seconds_total(?:{[^}]*})? (\\S+)`, "m").exec(text)?.[1]),
  );
  if (!answer.ok || seconds.some(Number.isNaN))
    throw new Error(`${url}/metrics shows no CPU time. Call the server itself, not its proxy.`);
  return seconds.reduce((sum, each) => sum + each, 0) * 1_000;
}

/** The cost of one request of a kind, as one line. */
export function formatCosts(kind: string, count: number, before: Meters, after: Meters): string {
  const each = (name: keyof Meters) => (after[name] - before[name]) / Math.max(1, count);
  const ms = (name: keyof Meters) => `${each(name).toFixed(3)} ms`;
  const bytes = (name: keyof Meters) => `${Math.round(each(name)).toLocaleString("en")} B`;
  return (
    `${kind.padEnd(9)}${count.toLocaleString("en").padStart(9)} times, each: servers ${ms("serverMs")}, ` +
    `PostgreSQL ${ms("databaseMs")}, disk ${bytes("bytes")}, WAL ${bytes("walBytes")}`
  );
}

/** Has each account's creates sent to an address. */
export async function addWebhooks(accountIds: readonly string[], url: string): Promise<void> {
  for (const accountId of accountIds) {
    const caller = { accountId, plan: "pro", environment: "production", key: null } as const;
    await createWebhook(caller, { name: "Load", url, events: ["qr.created"] });
  }
}

/** Waits until all deliveries of accounts are done. Throws where that takes too long. */
export async function awaitDeliveries(
  accountIds: readonly string[],
  isStopped: () => boolean,
): Promise<void> {
  const deadline = performance.now() + deliveredWithinMs;
  while (!isStopped()) {
    const { rows } = await sql.query<{ isLeft: boolean }>(
      `SELECT EXISTS (SELECT FROM event WHERE account_id = ANY($1) AND fanned_out_at IS NULL) OR EXISTS (
         SELECT FROM webhook w JOIN delivery d ON d.webhook_id = w.id WHERE w.account_id = ANY($1) AND d.status IN ('pending', 'retrying')
       ) AS "isLeft"`,
      [accountIds],
    );
    if (rows[0]?.isLeft === false) return;
    if (performance.now() > deadline)
      throw new Error(
        "Deliveries are not done after two minutes: does the receiver of --webhook answer 200?",
      );
    await sleep(500);
  }
}
