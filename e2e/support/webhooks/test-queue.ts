import { afterAll, beforeAll } from "vitest";
import type { Caller } from "@/lib/accounts/schema";
import { writeEvents } from "@/lib/events";
import { setDatabaseUrl, sql, transaction } from "@/lib/platform/db";
import { createWebhook } from "@/lib/webhooks";
import { claimDeliveries, fanOut, performDelivery } from "@/lib/webhooks/delivery";
import type { Claim, Performed } from "@/lib/webhooks/delivery/schema";
import type { AttemptRecord, DeliveryStatus } from "@/lib/webhooks/schema";
import { callerOf, newAccount } from "../accounts";
import { createMigratedDatabase, type SpareDatabase } from "../database";

/** Gives the tests of one file a database of their own: claims take whatever is due, from any test. */
export function withOwnDatabase(): void {
  let database: SpareDatabase;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    setDatabaseUrl(database.url);
  });
  // Before the connections are closed, which a drop with force ends.
  afterAll(() => database.drop());
}

export interface DeliveryRow {
  id: string;
  status: DeliveryStatus;
  attempts: number;
  dueAt: Date | null;
  leaseToken: string | null;
  expiredLeases: number;
  log: AttemptRecord[];
  deliveredAt: Date | null;
}

export interface QueueRow {
  dueAt: Date | null;
  concurrency: number;
  eventCount: number;
  failureCount: number;
  consecutiveFailures: number;
  failingSince: Date | null;
  notifiedFailures: number;
  lastTriggeredAt: Date | null;
}

/** A webhook whose deliveries a test claims and performs by itself. */
export class TestQueue {
  constructor(
    readonly caller: Caller,
    readonly email: string,
    readonly webhookId: string,
    readonly secret: string,
  ) {}

  /** So many events, each with a delivery that is due now, in their order. */
  async emit(count = 1): Promise<string[]> {
    const { accountId, environment } = this.caller;
    const events = Array.from({ length: count }, (_, number) => ({
      accountId,
      environment,
      type: "qr.created" as const,
      timestamp: new Date(),
      data: { number, name: "Größe 1.50 ✅ \u2028" },
    }));
    await transaction((tx) => writeEvents(tx, events));
    const { deliveries } = await fanOut();
    return deliveries.filter(({ webhookId }) => webhookId === this.webhookId).map(({ id }) => id);
  }

  async deliveries(): Promise<DeliveryRow[]> {
    const { rows } = await sql.query<DeliveryRow>(
      `SELECT id, status, attempts, due_at AS "dueAt", lease_token AS "leaseToken", expired_leases AS "expiredLeases", log,
         delivered_at AS "deliveredAt" FROM delivery WHERE webhook_id = $1 ORDER BY id`,
      [this.webhookId],
    );
    return rows;
  }

  async read(): Promise<QueueRow> {
    const { rows } = await sql.query<QueueRow>(
      `SELECT due_at AS "dueAt", concurrency, event_count AS "eventCount", failure_count AS "failureCount",
         consecutive_failures AS "consecutiveFailures", failing_since AS "failingSince",
         notified_failures AS "notifiedFailures", last_triggered_at AS "lastTriggeredAt"
       FROM webhook_queue WHERE webhook_id = $1`,
      [this.webhookId],
    );
    return rows[0] as QueueRow;
  }

  /** Claims one, which must be this webhook's, and performs it. */
  async performNext(): Promise<Performed> {
    return performDelivery(await this.claimNext());
  }

  async claimNext(): Promise<Claim> {
    const { claimed } = await claimDeliveries(1);
    const [claim] = claimed;
    if (claim?.webhookId !== this.webhookId) throw new Error("nothing of it was due");
    return claim;
  }

  async setConcurrency(concurrency: number): Promise<void> {
    await sql.query("UPDATE webhook_queue SET concurrency = $2 WHERE webhook_id = $1", [
      this.webhookId,
      concurrency,
    ]);
  }

  /** What waits is due now: the clock of retries, and of leases. */
  async hurry(): Promise<void> {
    await sql.query("UPDATE delivery SET due_at = now() WHERE webhook_id = $1 AND due_at IS NOT NULL", [
      this.webhookId,
    ]);
    await sql.query("UPDATE webhook_queue SET due_at = now() WHERE webhook_id = $1", [this.webhookId]);
  }

  /** Nothing of it waits any more, so that no other test claims it. */
  async end(): Promise<void> {
    await sql.query(
      "UPDATE delivery SET status = 'cancelled', due_at = NULL, lease_token = NULL WHERE webhook_id = $1 AND due_at IS NOT NULL",
      [this.webhookId],
    );
    await sql.query("UPDATE webhook_queue SET due_at = NULL WHERE webhook_id = $1", [this.webhookId]);
  }
}

/** A new account's webhook for `qr.created`, with one slot as every new one. */
export async function openQueue(url = "https://127.0.0.1:2/hook"): Promise<TestQueue> {
  const account = await newAccount("pro");
  const caller = callerOf(account, "pro");
  const { id, secret } = await createWebhook(caller, { name: "Order system", url, events: ["qr.created"] });
  return new TestQueue(caller, account.email, id, secret);
}
