import { findDatabase, listMigrations } from "@/lib/operator";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { chosenEngine } from "@/lib/platform/queue";
import { describeBacklog, describePause } from "@/lib/webhooks/delivery";
import { cleanupJobs } from "@/server/cleanup-jobs";
import { command } from "./command";

async function describeStatus(): Promise<object> {
  const migrations = await listMigrations();
  const expired = { expiresAt: { lte: new Date() } };
  return {
    database: { isEmbedded: env.databaseUrl === undefined, version: (await findDatabase()).version },
    migrations: migrations.filter(({ isFinished }) => isFinished).map(({ name }) => name),
    accounts: await db.account.count(),
    apiKeys: await db.apiKey.count(),
    codes: await db.qrCode.count(),
    publicCodes: {
      stored: await db.publicCode.count(),
      expired: await db.publicCode.count({ where: expired }),
    },
    webhooks: { engine: chosenEngine(), ...(await describeBacklog()), heldSince: await describePause() },
    dataDir: env.dataDir,
    baseUrl: env.baseUrl,
  };
}

async function sweepAll(): Promise<object> {
  const deleted: Record<string, number> = {};
  for (const { result, run } of cleanupJobs) deleted[result] = await run();
  return deleted;
}

export const statusCommand = command(
  "status",
  "Shows the database's version, applied migrations, what is stored and where.",
  {},
  () => describeStatus,
);

export const sweepCommand = command(
  "sweep",
  "Deletes expired data now, as the server does regularly.",
  {},
  () => sweepAll,
);
