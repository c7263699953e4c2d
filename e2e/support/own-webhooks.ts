import { expect } from "vitest";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey, type TestKey } from "./accounts";
import type { Answer } from "./public-api";
import { closedUrl } from "./tenant-webhooks";

/** A webhook as its interface answers it, with what only some answers hold. */
export interface AnsweredWebhook {
  id: string;
  secret: string;
  isActive: boolean;
  updatedAt: string;
  eventCount: number;
  failureCount: number;
  recentEvents: AnsweredDelivery[];
  [member: string]: unknown;
}

export interface AnsweredDelivery {
  id: string;
  eventId: string;
  eventType: string;
  status: string;
  attempts: number;
  retryOf: string | null;
  body: string;
  [member: string]: unknown;
}

export const jsonOf = <T>({ json }: Answer): T => json as unknown as T;

/** A webhook made by a key; it is subscribed to all event types, and its address is one where nobody listens, unless given. */
export async function makeWebhook({ apiKey }: TestKey, wish: object = {}): Promise<AnsweredWebhook> {
  const events = ["qr.created", "qr.updated", "qr.deleted", "scan.created"];
  const body = { name: "Orders", url: closedUrl, events, ...wish };
  const answer = await callV1(apiKey, "POST", "/webhooks", { body });
  expect(answer.status, answer.text).toBe(201);
  return jsonOf(answer);
}

export async function getWebhook({ apiKey }: TestKey, id: string): Promise<AnsweredWebhook> {
  const answer = await callV1(apiKey, "GET", `/webhooks/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer);
}

/** A webhook that is tried with what is refused, as a new one and as a change of itself. */
export interface TriedWebhook {
  key: TestKey;
  id: string;
  /** All webhooks of its account as they are in the database. */
  stored(): Promise<unknown[]>;
  /** The answers to a create and to a change with these members. */
  sendBoth(members: object): Promise<Answer[]>;
}

/** What a new webhook needs. */
export const goodWebhook = { name: "Orders", url: closedUrl, events: ["scan.created"] };

export async function newTriedWebhook(): Promise<TriedWebhook> {
  const account = await newAccount("pro");
  const key = await newKey(account);
  const { id } = await makeWebhook(key);
  return {
    key,
    id,
    async stored() {
      const query = "SELECT to_jsonb(w) AS row FROM webhook w WHERE account_id = $1 ORDER BY id";
      return (await sql.query(query, [account.accountId])).rows;
    },
    async sendBoth(members) {
      return [
        await callV1(key.apiKey, "POST", "/webhooks", { body: { ...goodWebhook, ...members } }),
        await callV1(key.apiKey, "PUT", `/webhooks/${id}`, { body: members }),
      ];
    },
  };
}

/** Waits until a delivery is in one of these states. */
export async function settled(
  { apiKey }: TestKey,
  webhookId: string,
  deliveryId: string,
  states: readonly string[] = ["delivered", "failed", "cancelled"],
): Promise<AnsweredDelivery> {
  const read = () => callV1(apiKey, "GET", `/webhooks/${webhookId}/deliveries/${deliveryId}`);
  await expect
    .poll(async () => states.includes(jsonOf<AnsweredDelivery>(await read()).status), { timeout: 30_000 })
    .toBe(true);
  return jsonOf(await read());
}
