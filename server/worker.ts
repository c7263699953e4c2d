import { env, prepareProcess, SettingsError } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { closeMail } from "@/lib/platform/mail";
import { closeNotifications } from "@/lib/platform/notifications";
import { chosenEngine } from "@/lib/platform/queue";
import { warnOfAllowedNetworks } from "@/lib/platform/safe-fetch";
import { warnOfUnknownSettings } from "@/lib/platform/setting-names";
import { closeTraces, openTraces } from "@/lib/platform/tracing/open";
import { warnOfPause } from "@/lib/webhooks/delivery";
import { webhookCleanupJobs } from "@/server/cleanup-jobs";
import { isEmbeddedDatabaseRunning, openDatabaseWithSecrets } from "./database";
import { type Running, runProgram } from "./program";
import type { Life } from "./service/health";
import { startTasks } from "./service/scheduler";
import { startWorker } from "./worker/engine";

/** A process that delivers webhooks and nothing else, beside the servers of the same database. */

/** Without the setting nothing of it is loaded. */
async function openPort(life: Life): Promise<{ close(): Promise<void> } | undefined> {
  if (env.workerPort === undefined) return undefined;
  const { openOwnPort } = await import("./service/own-port");
  return openOwnPort(env.workerPort, life);
}

function requireWork(): void {
  if (chosenEngine() === "inngest") {
    throw new SettingsError([
      "There is nothing for a worker to do: Inngest runs the jobs, because INNGEST_EVENT_KEY or INNGEST_DEV is set.",
    ]);
  }
  if (env.databaseUrl === undefined && !isEmbeddedDatabaseRunning(env.dataDir)) {
    throw new SettingsError([
      "There is nothing for a worker to do: DATABASE_URL is not set, and no server runs its embedded database in " +
        `${env.dataDir}. Set DATABASE_URL to the servers' database, or start the server first.`,
    ]);
  }
}

async function start(): Promise<Running> {
  prepareProcess("production");
  requireWork();
  warnOfUnknownSettings();
  warnOfAllowedNetworks();
  await openTraces("quietzone-worker");
  const database = await openDatabaseWithSecrets();
  await warnOfPause();
  const life: Life = { phase: "serving" };
  const port = await openPort(life).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const worker = startWorker();
  const tasks = startTasks(webhookCleanupJobs);
  return {
    async stop(force) {
      life.phase = "stopping";
      await Promise.all([worker.stop(force), tasks.stop()]);
      await port?.close();
      await closeNotifications();
      await closeMail();
      await database.close();
      await closeTraces();
    },
  };
}

runProgram(start, () => {
  log.info({}, "working");
  process.stdout.write("Quietzone's worker is ready\n");
});
