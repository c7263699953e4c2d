import { listKeys } from "@/lib/api-keys";
import type { Cell } from "@/lib/platform/csv";
import { sql } from "@/lib/platform/db";
import { getPreset, listPresets } from "@/lib/presets";
import { listDeliveries, listWebhooks } from "@/lib/webhooks";
import type { Webhook } from "@/lib/webhooks/schema";
import { type Exporter, inEachEnvironment } from "../exporter";
import { takeReading } from "../places";

/** The looks that are kept, each with the picture of its logo. */
export async function* walkPresets(exporter: Exporter): AsyncGenerator<object[]> {
  for (const { id } of await listPresets(exporter)) yield [await getPreset(exporter, id)];
}

/** Keys as their lists show them: the value of none can be told from it. */
export function readKeys(exporter: Exporter): Promise<object[]> {
  return listKeys(exporter);
}

/** Webhooks of both data sets as their lists show them, without the secrets that sign. */
export async function readWebhooks(exporter: Exporter): Promise<Webhook[]> {
  const found = await Promise.all(inEachEnvironment(exporter).map((caller) => listWebhooks(caller)));
  return found.flat();
}

export const deliveryHeading = [
  "Made",
  "Webhook",
  "Webhook ID",
  "Delivery ID",
  "Event",
  "Event ID",
  "Status",
  "Attempts",
  "Answer",
  "Took (ms)",
  "Fault",
  "Delivered",
];

/** As many of each webhook. */
export const keptDeliveries = 10_000;
const rowsTogether = 100;

/** The last deliveries of each webhook, the newest first. */
export async function* tabulateDeliveries(exporter: Exporter, signal: AbortSignal): AsyncGenerator<Cell[][]> {
  for (const caller of inEachEnvironment(exporter)) {
    for (const webhook of await listWebhooks(caller)) {
      for (let page = 1; page <= keptDeliveries / rowsTogether; page += 1) {
        signal.throwIfAborted();
        const query = { page, limit: rowsTogether };
        const { data } = await takeReading(() => listDeliveries(caller, webhook.id, query));
        yield data.map((delivery) => [
          delivery.createdAt,
          webhook.name,
          webhook.id,
          delivery.id,
          delivery.eventType,
          delivery.eventId,
          delivery.status,
          delivery.attempts,
          delivery.responseStatus,
          delivery.durationMs,
          delivery.error,
          delivery.deliveredAt,
        ]);
        if (data.length < rowsTogether) break;
      }
    }
  }
}

export const useHeading = ["Hour (UTC)", "Data", "Key ID", "Requests", "Refused", "Over the limit", "Failed"];

interface UseRow {
  hour: Date;
  environment: string;
  keyId: string;
  requests: number;
  refused: number;
  limited: number;
  failed: number;
}

/** Requests with keys by the hour, the oldest first. */
export async function* walkUses({ accountId }: Exporter, signal: AbortSignal): AsyncGenerator<Cell[][]> {
  let [hour, key] = [new Date(0), "00000000-0000-0000-0000-000000000000"];
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await takeReading(() =>
      sql.query<UseRow>(
        `SELECT hour, environment, key_id AS "keyId", requests, refused, limited, failed FROM api_use
         WHERE account_id = $1 AND (hour, key_id) > ($2, $3::uuid) ORDER BY hour, key_id LIMIT 1000`,
        [accountId, hour, key],
      ),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ hour, environment, keyId, requests, refused, limited, failed }) => [
      hour.toISOString(),
      environment,
      keyId,
      requests,
      refused,
      limited,
      failed,
    ]);
    [hour, key] = [last.hour, last.keyId];
  }
}
