import type { Health } from "../schema";
import { readDatabase, readMigrations } from "./database";
import { readDeliveries } from "./deliveries";
import { readBlocklist, readDisk, readMail, readProcess, readRateLimits, readTasks } from "./process";
import { readRollups, readScans } from "./scans";

/** How the service is at this moment, seen from this process: the database tells of all of them, the rest is its own. */
export async function readHealth(): Promise<Health> {
  const [database, migrations, rateLimits, deliveries, scans, rollups] = await Promise.all([
    readDatabase(),
    readMigrations(),
    readRateLimits(),
    readDeliveries(),
    readScans(),
    readRollups(),
  ]);
  const [tasks, disk, ownProcess, mail, blocklist] = await Promise.all([
    readTasks(),
    readDisk(),
    readProcess(),
    readMail(),
    readBlocklist(),
  ]);
  return {
    ...{ readAt: new Date().toISOString(), database, migrations, rateLimits, deliveries, scans, rollups },
    ...{ tasks, disk, process: ownProcess, mail, blocklist },
  };
}
