import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { openServices } from "../support/process/services";
import { findProcesses } from "../support/service";
import { openSubscriber } from "../support/webhooks/subscriber";
import { openWorkerStage } from "../support/webhooks/worker-stage";

const services = openServices();

/** Runs a worker until it ends by itself. */
function runToEnd(settings: Record<string, string>) {
  return spawnSync(process.execPath, ["dist/worker.js"], {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", NODE_ENV: "production", LOG_LEVEL: "silent", ...settings },
    timeout: 30_000,
  });
}

describe("worker with nothing to do exits with status 1", () => {
  it("without DATABASE_URL and without a server beside it, and creates nothing", () => {
    const folder = services.newFolder();
    const { status, stdout, stderr } = runToEnd({ DATA_DIR: folder });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "There is nothing for a worker to do: DATABASE_URL is not set, and no server runs its embedded database in " +
        `${folder}. Set DATABASE_URL to the servers' database, or start the server first.\n`,
    );
    expect(readdirSync(folder)).toEqual([]);
    expect(findProcesses(folder)).toEqual([]);
  });

  it("when Inngest runs the jobs", () => {
    const { status, stdout, stderr } = runToEnd({
      DATABASE_URL: "postgresql://nobody@127.0.0.1/none",
      INNGEST_DEV: "1",
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "There is nothing for a worker to do: Inngest runs the jobs, because INNGEST_EVENT_KEY or INNGEST_DEV is set.\n",
    );
  });
});

describe("worker beside a server on its embedded database", () => {
  it("delivers for the server, keeps the database running after it stops, and leaves no process", async () => {
    // An empty setting is none.
    const stage = await openWorkerStage(services, { DATABASE_URL: "" });
    const { DATA_DIR = "" } = stage.settings;
    const database = await openEmbeddedDatabase(DATA_DIR);
    setDatabaseUrl(database.url);
    const subscriber = await openSubscriber(stage);
    const worker = await stage.startWorker();
    await subscriber.newCode();
    await subscriber.settled(1, "delivered");
    expect(await stage.server.stop()).toBe(0);
    // Written by a server that is gone, by hand of nobody: who lives delivers it.
    await sql.query("UPDATE delivery SET status = 'retrying', due_at = now()");
    await sql.query("UPDATE webhook_queue SET due_at = now()");
    await subscriber.receiver.waitFor(2);
    await closeDatabase();
    await database.release();
    expect(await worker.stop()).toBe(0);
    expect(findProcesses(DATA_DIR)).toEqual([]);
    await stage.close();
  });
});
