import { once } from "node:events";
import { inject } from "vitest";
import { setDatabaseUrl, sql } from "@/lib/platform/db";
import { createMigratedDatabase, type SpareDatabase } from "../database";
import type { openServices } from "../process/services";
import type { RunningService } from "../service";
import { startDnsStub } from "./dns-stub";
import type { Stage } from "./subscriber";

/** What the database holds of a delivery that no answer tells. */
interface StoredDelivery {
  status: string;
  attempts: number;
  isLeased: boolean;
  expiredLeases: number;
}

/** A server that only takes changes, and workers that a test starts and ends, on a database of their own. */
export interface WorkerStage extends Stage {
  server: RunningService;
  /** What every process is started with. */
  settings: Record<string, string>;
  startWorker(): Promise<RunningService>;
  /** As though so much time had passed: leases of the webhook's deliveries have expired. */
  endLeases(webhookId: string): Promise<void>;
  storedDeliveries(webhookId: string): Promise<StoredDelivery[]>;
  close(): Promise<void>;
}

type Services = Pick<ReturnType<typeof openServices>, "newFolder" | "start">;

/** @param more settings of every process; `DATABASE_URL` for a database that the test brings. */
export async function openWorkerStage(
  { newFolder, start }: Services,
  more: Record<string, string> = {},
): Promise<WorkerStage> {
  const names = await startDnsStub();
  const spare: SpareDatabase | undefined =
    more.DATABASE_URL === undefined ? await createMigratedDatabase(inject("databaseUrl")) : undefined;
  const settings = {
    DATA_DIR: newFolder(),
    DATABASE_URL: spare?.url ?? "",
    WORKER: "separate",
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    WEBHOOK_DNS_SERVERS: names.address,
    WEBHOOK_RETRY_BASE_SECONDS: "0.2",
    WEBHOOK_RETRY_FACTOR: "2",
    ...more,
  };
  const server = await start(settings);
  if (spare !== undefined) setDatabaseUrl(spare.url);
  return {
    baseUrl: server.baseUrl,
    server,
    settings,
    startWorker: () => start(settings, "dist/worker.js"),
    async endLeases(webhookId) {
      await sql.query(
        "UPDATE delivery SET due_at = now() WHERE webhook_id = $1 AND lease_token IS NOT NULL",
        [webhookId],
      );
      await sql.query("UPDATE webhook_queue SET due_at = now() WHERE webhook_id = $1", [webhookId]);
      await sql.query("SELECT pg_notify('quietzone_events', '')");
    },
    async storedDeliveries(webhookId) {
      const { rows } = await sql.query<StoredDelivery>(
        `SELECT status, attempts, lease_token IS NOT NULL AS "isLeased", expired_leases AS "expiredLeases"
         FROM delivery WHERE webhook_id = $1 ORDER BY id`,
        [webhookId],
      );
      return rows;
    },
    async close() {
      await names.close();
      await spare?.drop();
    },
  };
}

/** kill -9; resolves when the process is gone. */
export async function killProcess({ process }: RunningService): Promise<void> {
  const exited = once(process, "exit");
  process.kill("SIGKILL");
  await exited;
}
