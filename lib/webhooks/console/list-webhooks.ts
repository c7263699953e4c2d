import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { statusOf } from "../lane";
import { ownerOf, ownWebhooks, presentWebhook, selectWebhooks } from "../rows";
import type { ConsoleWebhook, DeliveryStatus } from "../schema";

const recentDeliveries = 20;

interface Fared {
  id: string;
  consecutiveFailures: number;
  failingSince: Date | null;
  recent: DeliveryStatus[];
}

const selectFared = {
  name: "select_fared_webhooks",
  text: `SELECT w.id, lane.consecutive_failures AS "consecutiveFailures", lane.failing_since AS "failingSince",
      ARRAY(SELECT last.status FROM (SELECT d.created_at, d.id, ${statusOf("d", "w.activation")} AS status FROM delivery d
          WHERE d.webhook_id = w.id ORDER BY d.created_at DESC, d.id DESC LIMIT ${recentDeliveries}) AS last
        ORDER BY last.created_at, last.id) AS recent
    FROM webhook w JOIN webhook_lane lane ON lane.webhook_id = w.id WHERE ${ownWebhooks}`,
};

const countAll = {
  name: "count_account_webhooks",
  text: "SELECT count(*)::int AS used FROM webhook WHERE account_id = $1",
};

/** The caller's webhooks with how they have fared, the newest first, and how many the account has in both environments. */
export async function listConsoleWebhooks(
  caller: Caller,
): Promise<{ webhooks: ConsoleWebhook[]; used: number }> {
  const [stored, fared, counted] = await Promise.all([
    selectWebhooks(caller),
    sql.query<Fared>({ ...selectFared, values: [...ownerOf(caller)] }),
    sql.query<{ used: number }>({ ...countAll, values: [caller.accountId] }),
  ]);
  const faredOf = new Map(fared.rows.map((row) => [row.id, row]));
  const webhooks = stored.map((row) => {
    const { consecutiveFailures = 0, failingSince = null, recent = [] } = faredOf.get(row.id) ?? {};
    return {
      ...presentWebhook(row),
      recent,
      consecutiveFailures,
      failingSince: failingSince?.toISOString() ?? null,
    };
  });
  return { webhooks, used: counted.rows[0]?.used ?? 0 };
}

/** One of them. Throws `not_found`, also for another account's or environment's. */
export async function getConsoleWebhook(caller: Caller, id: string): Promise<ConsoleWebhook> {
  const { webhooks } = await listConsoleWebhooks(caller);
  const webhook = webhooks.find((one) => one.id === id);
  if (webhook === undefined) throw new ServiceError("not_found", "There is no webhook with this id");
  return webhook;
}
