import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openConnection } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { findLogEnd, findServer, listReplayed } from "@/lib/platform/queries";
import { foreignReplica } from "@/lib/platform/read-replica";
import { findPartitionFault } from "@/lib/rollups/partitions";
import { locateCluster, reachDatabase, withConnection } from "@/server/database";
import { readStoredFingerprint, requireKeyOf } from "@/server/database/encryption-key";
import { readMigrationState } from "@/server/database/migrate";
import { findClockFault, findMissingRight, readVersion } from "@/server/database/requirements";
import { describeCause, type Finding, findingsOf, runCheck } from "./finding";

type Connection = Parameters<Parameters<typeof withConnection>[1]>[0];

/** Whether the database can be used, and whether a start would find it as it needs it. */
export async function checkDatabase(): Promise<Finding[]> {
  const { ok } = findingsOf("database");
  const isEmbedded = env.databaseUrl === undefined;
  if (isEmbedded && !existsSync(locateCluster(env.dataDir))) {
    return [ok(`There is no database in ${env.dataDir} yet; the first start makes it.`)];
  }
  const database = await reachDatabase();
  try {
    return await withConnection("quietzone doctor", async (connection) => {
      const place = isEmbedded ? "The embedded database" : "The database of DATABASE_URL";
      const findings = [ok(`${place} answers: PostgreSQL ${(await readVersion(connection)).version}.`)];
      // One connection asks one thing at a time.
      findings.push(...(await runCheck("migrations", () => checkMigrations(connection))));
      findings.push(...(await runCheck("encryption key", () => checkKey(connection))));
      findings.push(...(await runCheck("clock", () => checkClock(connection))));
      findings.push(...(await runCheck("scans", () => checkPartitions(connection))));
      findings.push(...(await runCheck("replica", () => checkReplica(connection))));
      return findings;
    });
  } finally {
    await database.close();
  }
}

async function checkMigrations(connection: Connection): Promise<Finding[]> {
  const { ok, warning, failed } = findingsOf("migrations");
  const { missing, unfinished, newer } = await readMigrationState(connection);
  const right = await findMissingRight(connection);
  const [first] = unfinished;
  if (first !== undefined) {
    return [
      failed(
        `The migration ${first} did not finish; the log of the last start says why: fix that, then start again.`,
      ),
    ];
  }
  const count = `${missing.length} ${missing.length === 1 ? "migration is" : "migrations are"} missing`;
  if (right !== null && missing.length > 0) return [failed(`${count}, and ${right}.`)];
  if (right !== null) return [warning(`The next upgrade will fail, since ${right}.`)];
  if (newer.length > 0) {
    return [
      warning(
        `A newer version of Quietzone has migrated this database (${newer.at(-1)}); upgrade this machine, too.`,
      ),
    ];
  }
  return [
    ok(missing.length === 0 ? "The database is up to date." : `${count}; the next start applies them.`),
  ];
}

async function checkKey(connection: Connection): Promise<Finding[]> {
  const { ok } = findingsOf("encryption key");
  const kept = await readStoredFingerprint(connection);
  requireKeyOf(kept);
  return [ok(kept === null ? "The database keeps no secrets yet." : "The encryption key is the database's.")];
}

async function checkClock(connection: Connection): Promise<Finding[]> {
  const { ok, failed } = findingsOf("clock");
  const fault = await findClockFault(connection);
  return [fault === null ? ok("This machine's clock and the database's agree.") : failed(fault)];
}

/** Whether scans can be partitioned; before the first start there are none. */
async function checkPartitions(connection: Connection): Promise<Finding[]> {
  const { ok, failed } = findingsOf("scans");
  if ((await readMigrationState(connection)).missing.length > 0) return [];
  const fault = await findPartitionFault(connection);
  return [fault === null ? ok("The table of scans can be partitioned by time.") : failed(fault)];
}

const replicaMs = 5_000;

/** The replica, where one is named: whether it is one of this database, and follows it. */
async function checkReplica(primary: Connection): Promise<Finding[]> {
  const { ok, warning, failed } = findingsOf("replica");
  if (env.databaseReadUrl === undefined) return [];
  const options = { connectionString: env.databaseReadUrl, query_timeout: replicaMs };
  const replica = openConnection("quietzone doctor", options);
  replica.on("error", () => {});
  try {
    await replica.connect();
    const [own, copy] = [await findServer(primary), await findServer(replica)];
    if (own.system !== copy.system || !copy.isReplica) return [failed(foreignReplica)];
    const end = await findLogEnd(primary);
    const deadline = performance.now() + replicaMs;
    while (performance.now() < deadline) {
      if ((await listReplayed(replica, [end]))[0] === true) {
        return [ok("The replica of DATABASE_READ_URL answers, and follows the database.")];
      }
      await sleep(100);
    }
    return [
      warning(
        "The replica of DATABASE_READ_URL is more than 5 seconds behind; beyond 10 seconds the database answers its reads. See pg_stat_replication on the database.",
      ),
    ];
  } catch (error) {
    return [
      failed(
        `The replica of DATABASE_READ_URL can't be used (${describeCause(error)}); start it, or correct its host, port, user and password.`,
      ),
    ];
  } finally {
    await replica.end().catch(() => undefined);
  }
}
