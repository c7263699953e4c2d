import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAuthority } from "@/e2e/support/webhooks/authority";
import { openConnection } from "@/lib/platform/db";
import type { Job } from "../peers/deliverer";
import { cpuMsOf } from "../processes";
import { formatMs, type Ratio } from "../report";
import { start, stop } from "../webhooks";
import { spend } from "./spend";
import { formatMillion, formatTables, sizeOf, totalOf } from "./tables";

const accounts = 8;
const warmUps = 1_000;
const events = 3_000;
const tables = ["event", "delivery", "delivery_count"] as const;

/** What an event with one delivery leaves on the disk and takes of CPU, from its writing until its result is stored. */
export async function measureDeliveries(url: string): Promise<Ratio[]> {
  const closeAuthority = await openAuthority();
  const client = openConnection("quietzone bench");
  await client.connect();
  const dataDir = await mkdtemp(join(tmpdir(), "quietzone-bench-"));
  const subscriber = start("subscriber");
  const [port] = (await once(subscriber, "message")) as [number];
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" };
  const deliverer = start("deliverer", settings);
  try {
    await once(deliverer, "message");
    const perform = async (job: Job) => {
      deliverer.send(job);
      const [result] = (await once(deliverer, "message")) as [number | string];
      if (typeof result === "string") throw new Error(result);
    };
    await perform({ do: "subscribe", accounts, url: `https://127.0.0.1:${port}/` });
    await perform({ do: "deliver", events: warmUps });
    await client.query("TRUNCATE delivery_count");
    await client.query("CHECKPOINT");
    const cpu = () => cpuMsOf({ pid: deliverer.pid! });
    const spent = await spend(client, () => perform({ do: "deliver", events, isKept: true }), cpu);
    const { rows } = await client.query<{ bytes: number }>(
      "SELECT sum(length(body))::float8 AS bytes FROM event",
    );
    const bodies = rows[0]!.bytes;
    // Each row is written three times; what that leaves is used again once it is vacuumed, so that in a month it is little.
    await client.query(`VACUUM (FULL) ${tables.join(", ")}`);
    const sizes = await Promise.all(
      tables.map(async (table) => ({ table, bytes: await sizeOf(client, table) })),
    );
    return [
      ...sizes.map(({ table, bytes }) => ({
        what: `a million events with a delivery each, ${table} : their bodies`,
        ours: formatTables(bytes, events),
        peer: formatMillion(bodies, events),
        ratio: totalOf(bytes) / bodies,
        aim: null,
      })),
      {
        what: "  WAL",
        ours: formatMillion(spent.walBytes, events),
        peer: formatMillion(bodies, events),
        ratio: spent.walBytes / bodies,
        aim: null,
      },
      {
        what: "a delivery from its event on, PostgreSQL's CPU : the worker's, TLS included",
        ours: formatMs(spent.databaseMs / events),
        peer: formatMs(spent.ownMs / events),
        ratio: spent.databaseMs / spent.ownMs,
        aim: null,
      },
    ];
  } finally {
    await Promise.all([stop(deliverer), stop(subscriber)]);
    await client.end();
    await rm(dataDir, { recursive: true, force: true });
    await closeAuthority();
  }
}
