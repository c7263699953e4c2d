import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { ownerOf, ownWebhooks } from "../rows";
import {
  type DeliveryStatus,
  deliveryStatuses,
  eventKinds,
  type LogFilter,
  type LogPage,
  type LogPlace,
  type LogRow,
  type LogStatus,
} from "../schema";
import { logColumns, presentLogRow, type StoredLogRow } from "./rows";

type Owner = Pick<Caller, "accountId" | "environment">;

/** Before everything that there is. */
const top: LogPlace = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

const statesOf: Record<LogStatus, readonly DeliveryStatus[]> = {
  all: deliveryStatuses,
  failed: ["failed"],
  waiting: ["pending", "retrying"],
};

/** Webhooks of the owner ($1, $2), all or the one of $3: ten at most, so that each is looked at by itself. */
const chosen = `(SELECT w.id, w.activation FROM webhook w WHERE ${ownWebhooks} AND ($3::uuid IS NULL OR w.id = $3::uuid)
  OFFSET 0) AS chosen`;

/** Of each webhook as many as the page may show, from the place of $4 and $5 on; an index alone tells them. */
const stretch = (conditions: string) => `SELECT created_at, id FROM delivery
  WHERE webhook_id = chosen.id ${conditions} AND (created_at, id) < ($4::timestamptz, $5::uuid)
  ORDER BY created_at DESC, id DESC LIMIT $6::int`;

const anyOf = `${chosen} CROSS JOIN LATERAL (${stretch("")}) AS found`;

/** Of some kinds ($7) and states ($8): each pair of them is a stretch of one index, in the right order. */
const someOf = (isOpen: boolean) => `${chosen}
  CROSS JOIN unnest($7::text[]) AS kind(event_type) CROSS JOIN unnest($8::text[]) AS state(status)
  CROSS JOIN LATERAL (${stretch(`AND event_type = kind.event_type AND status = state.status
    ${isOpen ? "AND activation = chosen.activation" : ""}`)}) AS found`;

/** Only the rows of the page are opened: by their ids, as an array, since joined all deliveries of everybody might be read. */
const openThose = (ids: string) => `SELECT ${logColumns} FROM delivery d JOIN webhook w ON w.id = d.webhook_id
  WHERE d.id = ANY(${ids}) AND ${ownWebhooks} ORDER BY d.created_at DESC, d.id DESC`;

const pageOf = (source: string) =>
  openThose(
    `ARRAY(SELECT id FROM (SELECT found.created_at, found.id FROM ${source}) AS page
      ORDER BY created_at DESC, id DESC LIMIT $6::int)`,
  );

const statements = {
  any: { name: "log_any", text: pageOf(anyOf) },
  over: { name: "log_over", text: pageOf(someOf(false)) },
  open: { name: "log_open", text: pageOf(someOf(true)) },
};

const byIds = { name: "log_by_ids", text: openThose("$3::uuid[]") };

/** The newest deliveries of an environment that a filter leaves, at most `limit`, after a place of the log. */
export async function selectLog(
  owner: Owner,
  { webhookId, eventType, status }: LogFilter,
  { after = top, limit }: { after?: LogPlace | undefined; limit: number },
): Promise<LogRow[]> {
  const isAny = eventType === null && status === "all";
  const statement = isAny ? statements.any : status === "waiting" ? statements.open : statements.over;
  const kinds = eventType === null ? eventKinds : [eventType];
  const { rows } = await sql.query<StoredLogRow>({
    ...statement,
    values: [
      owner.accountId,
      owner.environment,
      webhookId,
      after.createdAt,
      after.id,
      limit,
      ...(isAny ? [] : [kinds, statesOf[status]]),
    ],
  });
  return rows.map(presentLogRow);
}

/** Deliveries of an environment by their ids; those of others are not among them. */
export async function selectLogRows(owner: Owner, ids: readonly string[]): Promise<LogRow[]> {
  if (ids.length === 0) return [];
  const values = [owner.accountId, owner.environment, ids];
  return (await sql.query<StoredLogRow>({ ...byIds, values })).rows.map(presentLogRow);
}

/** One page of what was sent to an environment's webhooks, the newest first. */
export async function listLog(
  caller: Caller,
  filter: LogFilter,
  { after, limit }: { after?: LogPlace | undefined; limit: number },
): Promise<LogPage> {
  const [accountId, environment] = ownerOf(caller);
  const rows = await selectLog({ accountId, environment }, filter, { after, limit: limit + 1 });
  return { rows: rows.slice(0, limit), hasOlder: rows.length > limit };
}
