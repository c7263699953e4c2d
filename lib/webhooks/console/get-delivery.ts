import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { ownerOf, ownWebhooks } from "../rows";
import type { AttemptRecord, LogDelivery } from "../schema";
import { planAttempts } from "./plan-attempts";
import { listRequests, type SigningWebhook } from "./requests";
import { logColumns, presentLogRow, type StoredLogRow } from "./rows";

interface OpenedRow extends StoredLogRow, SigningWebhook {
  log: AttemptRecord[];
  body: string | null;
  url: string;
  isWebhookActive: boolean;
}

const selectOne = {
  name: "open_log_delivery",
  text: `SELECT ${logColumns}, d.log, event.body, w.url, w.is_active AS "isWebhookActive", w.created_at AS "madeAt",
      w.updated_at AS "changedAt", w.secret, w.previous_secret AS "previousSecret", w.previous_secret_until AS "previousSecretUntil"
    FROM delivery d JOIN webhook w ON w.id = d.webhook_id LEFT JOIN event ON event.id = d.event_id
    WHERE d.id = $3 AND ${ownWebhooks}`,
};

/** A delivery with its requests and what came of them, whichever webhook it is of. Throws `not_found`. */
export async function getLogDelivery(caller: Caller, id: string): Promise<LogDelivery> {
  const row = isId(id) ? await find(caller, id) : undefined;
  if (row === undefined) throw new ServiceError("not_found", "There is no such delivery");
  const shown = presentLogRow(row);
  return {
    ...shown,
    body: row.body,
    log: row.log,
    requests: listRequests(shown, row),
    planned: planAttempts(shown, {
      baseSeconds: env.webhookRetryBaseSeconds,
      factor: env.webhookRetryFactor,
    }),
    url: row.url,
    isWebhookActive: row.isWebhookActive,
  };
}

async function find(caller: Caller, id: string): Promise<OpenedRow | undefined> {
  const { rows } = await sql.query<OpenedRow>({ ...selectOne, values: [...ownerOf(caller), id] });
  return rows[0];
}
