import { sql } from "@/lib/platform/db";
import type { Change, ChangingClient } from "./changing-clients";
import { type Envelope, envelopeOf } from "./subscriber";

/** What happened, what was told of it, and what does not agree. */
export interface Verdict {
  changes: number;
  events: number;
  delivered: number;
  /** Changes that were answered, or are in the database, and that nobody was told of. */
  lost: Change[];
  /** Events without a change, and second events of one. */
  extra: string[];
  /** Ids of events whose requests were not all the same bytes as are stored. */
  differing: string[];
  /** Events and deliveries that have reached no end. */
  unended: number;
  /** Deliveries that ended otherwise than delivered, with their attempts. */
  undelivered: string[];
  /** The most leases of one delivery that ended with their worker: 20 make it fail. */
  mostExpiredLeases: number;
  /** Requests beyond one for each delivery. */
  sentAgain: number;
}

function changeOf({ type, data }: Envelope): Change {
  const { id, name } = data as { id: string; name: string };
  switch (type) {
    case "qr.created":
      return `created ${id}`;
    case "qr.updated":
      return `updated ${id} ${name}`;
    case "qr.deleted":
      return `deleted ${id}`;
    case "scan.created":
      return `scanned ${id}`;
    default:
      throw new Error(`No client makes ${type}`);
  }
}

/** What the clients know of, and what the database holds of requests that were never answered. */
async function listChanges(clients: readonly ChangingClient[]): Promise<Set<Change>> {
  const { rows } = await sql.query<{ change: Change }>(
    `SELECT 'created ' || c.id AS change FROM qr_code c JOIN webhook w ON w.account_id = c.account_id
     WHERE c.created_at > w.created_at
     UNION ALL SELECT 'scanned ' || s.id FROM scan s JOIN webhook w ON w.account_id = s.account_id`,
  );
  return new Set([...clients.flatMap(({ answered }) => answered), ...rows.map(({ change }) => change)]);
}

/** Visits that were redirected and of which no scan is stored. */
async function listLostVisits(clients: readonly ChangingClient[]): Promise<Change[]> {
  const { rows } = await sql.query<{ agent: string }>("SELECT user_agent AS agent FROM scan");
  const stored = new Set(rows.map(({ agent }) => agent));
  const visited = clients.flatMap((client) => client.visited);
  return visited.filter((agent) => !stored.has(agent)).map((agent): Change => `scanned ${agent}`);
}

interface StoredEvent {
  id: string;
  body: string;
  isUnended: boolean;
  undelivered: string[];
  expiredLeases: number;
}

async function readEvents(): Promise<StoredEvent[]> {
  const { rows } = await sql.query<StoredEvent>(
    `SELECT 'evt_' || replace(e.id::text, '-', '') AS id, e.body,
       e.fanned_out_at IS NULL OR count(d.id) <> cardinality(e.webhook_ids)
         OR bool_or(d.due_at IS NOT NULL OR d.status IN ('pending', 'retrying')) AS "isUnended",
       coalesce(max(d.expired_leases), 0)::int AS "expiredLeases",
       coalesce(array_agg(d.status || ' ' || d.log::text) FILTER (WHERE d.status <> 'delivered'), '{}') AS undelivered
     FROM event e LEFT JOIN delivery d ON d.event_id = e.id
     WHERE e.account_id IN (SELECT account_id FROM webhook) GROUP BY e.id`,
  );
  return rows;
}

/** Compares what was asked for, what is stored and what arrived. */
export async function verifyLedger(clients: readonly ChangingClient[]): Promise<Verdict> {
  const requests = clients.flatMap(({ subscriber }) => subscriber.receiver.requests);
  const [changes, lostVisits, events] = await Promise.all([
    listChanges(clients),
    listLostVisits(clients),
    readEvents(),
  ]);
  const stored = new Map(events.map(({ id, body }) => [id, body]));
  const bodies = new Map<string, Set<string>>();
  for (const { headers, body } of requests) {
    const id = String(headers["webhook-id"]);
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body.toString("utf8")));
  }
  const told = new Set(requests.map((request) => changeOf(envelopeOf(request))));
  const eventOf = new Map<Change, string>();
  const extra: string[] = [...bodies.keys()].filter((id) => !stored.has(id));
  for (const { id, body } of events) {
    const change = changeOf(JSON.parse(body) as Envelope);
    if (!changes.has(change) || eventOf.has(change)) extra.push(`${id} ${change}`);
    eventOf.set(change, id);
  }
  const agrees = (id: string, seen: Set<string>) => seen.size === 1 && seen.has(stored.get(id) ?? "");
  return {
    changes: changes.size,
    events: events.length,
    delivered: [...stored.keys()].filter((id) => bodies.has(id)).length,
    lost: [...lostVisits, ...[...changes].filter((change) => !told.has(change))],
    extra,
    differing: [...bodies].filter(([id, seen]) => !agrees(id, seen)).map(([id]) => id),
    unended: events.filter(({ isUnended }) => isUnended).length,
    undelivered: events.flatMap(({ undelivered }) => undelivered),
    mostExpiredLeases: Math.max(...events.map(({ expiredLeases }) => expiredLeases)),
    sentAgain: requests.length - events.length,
  };
}
