import { expect } from "vitest";
import { eventIdOf } from "@/lib/events";
import type { ChangingClient } from "../webhooks/changing-clients";
import type { Received, Receiver } from "../webhooks/receiver";
import { until } from "../webhooks/subscriber";
import { ask } from "./databases";

/** What a restored database says of a webhook's events, before anybody has worked on it: ids as receivers are told them. */
export interface Standing {
  delivered: Set<string>;
  open: Set<string>;
}

export async function readStanding(url: string, webhookId: string): Promise<Standing> {
  const rows = await ask<{ id: string; isOpen: boolean }>(
    url,
    `SELECT event_id AS id, due_at IS NOT NULL AS "isOpen" FROM delivery
       WHERE webhook_id = $1 AND (due_at IS NOT NULL OR status = 'delivered')
     UNION ALL SELECT id, true FROM event WHERE fanned_out_at IS NULL AND $1 = ANY(webhook_ids)`,
    [webhookId],
  );
  const idsOf = (isOpen: boolean) =>
    new Set(rows.filter((row) => row.isOpen === isOpen).map(({ id }) => eventIdOf(id)));
  return { delivered: idsOf(false), open: idsOf(true) };
}

export const idOf = ({ headers }: Received) => String(headers["webhook-id"]);

/** Ids of the requests that a receiver got since it had so many. */
export const idsSince = ({ requests }: Receiver, count: number) => requests.slice(count).map(idOf);

/** What clients had been answered at one moment. */
export type Known = readonly Pick<ChangingClient, "answered" | "visited">[];

export const knownOf = (clients: readonly ChangingClient[]): Known =>
  clients.map(({ answered, visited }) => ({ answered: [...answered], visited: [...visited] }));

const codesOf = (known: Known, change: "created" | "deleted") =>
  known.flatMap(({ answered }) => answered).flatMap((word) => (word.startsWith(change) ? word.slice(8) : []));

/** Every code that was made by then is there, unless it was deleted since; and none that was deleted by then. */
export async function verifyCodes(
  url: string,
  known: Known,
  clients: readonly ChangingClient[],
): Promise<void> {
  const rows = await ask<{ id: string }>(url, "SELECT id FROM qr_code");
  const there = new Set(rows.map(({ id }) => id));
  const gone = new Set(codesOf(clients, "deleted"));
  const missing = codesOf(known, "created").filter((id) => !there.has(id) && !gone.has(id));
  expect(missing).toEqual([]);
  expect(codesOf(known, "deleted").filter((id) => there.has(id))).toEqual([]);
}

/** Every visit that was redirected by then is stored, once; it may have waited in the spool. */
export async function verifyScans(url: string, known: Known): Promise<void> {
  const agents = known.flatMap(({ visited }) => visited);
  await until(async () => {
    const rows = await ask<{ agent: string }>(
      url,
      "SELECT user_agent AS agent FROM scan WHERE user_agent = ANY($1)",
      [agents],
    );
    expect(rows.length).toBeLessThanOrEqual(agents.length);
    return new Set(rows.map(({ agent }) => agent)).size === agents.length;
  });
}

/** Until nothing is on its way any more. */
export async function untilDelivered(url: string): Promise<void> {
  await until(async () => {
    const [row] = await ask<{ left: number }>(
      url,
      `SELECT (SELECT count(*) FROM event WHERE fanned_out_at IS NULL)
         + (SELECT count(*) FROM delivery WHERE due_at IS NOT NULL) AS left`,
    );
    return Number(row?.left) === 0;
  }, 120_000);
}
