import type { Page } from "playwright";
import { afterAll } from "vitest";
import type { Caller } from "@/lib/accounts/schema";
import { createCodes } from "@/lib/codes/bulk";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { EventKind } from "@/lib/webhooks/schema";
import { callerOf, newAccount, newKey } from "../support/accounts";
import { makeWebhook } from "../support/own-webhooks";
import { type Receiver, type Script, startReceiver } from "../support/webhooks/receiver";
import { allKinds } from "../support/webhooks/subscriber";
import type { OpenOptions } from "./browser";
import { signedIn } from "./signed-in";

export interface House {
  caller: Caller;
  webhookId: string;
  receiver: Receiver;
  who: OpenOptions;
}

/** Makes accounts with a webhook and the server that it leads to, which are closed with the test's file. */
export function openHouses() {
  const receivers: Receiver[] = [];
  afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));
  return async function newHouse(
    script: Script = {},
    events: readonly EventKind[] = allKinds,
  ): Promise<House> {
    const [account, receiver] = await Promise.all([newAccount("developer"), startReceiver({ script })]);
    receivers.push(receiver);
    const { id } = await makeWebhook(await newKey(account), {
      name: "Order desk",
      url: receiver.url,
      events,
    });
    return {
      caller: callerOf(account, "developer"),
      webhookId: id,
      receiver,
      who: await signedIn(account),
    };
  };
}

export async function newCode({ caller }: House, name = "Menu"): Promise<string> {
  const wish = { name, type: "url" as const, content: "https://example.com/menu", isDynamic: true };
  return (await createCodes(caller, [wish])).created[0]?.id ?? "";
}

export const rowsOf = (page: Page) => page.locator("tr:has(a[data-row])");
export const row = (page: Page, name: RegExp) => rowsOf(page).filter({ hasText: name }).first();
export const detail = (page: Page) => page.getByRole("complementary", { name: "The delivery" });
export const isLive = (page: Page) => page.getByRole("heading", { level: 1, name: /Live/ }).waitFor();

/** Deliveries of made-up events, delivered a minute apart, the newest of them a minute old. */
export async function insertDeliveries({ webhookId }: House, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await sql.query(
    `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, attempts, max_attempts, log, created_at)
     SELECT d.id, $2, gen_random_uuid(), 'scan.created', CASE WHEN place % 10 = 0 THEN 'failed' ELSE 'delivered' END::delivery_status, 1, 4,
       $3, now() - place * interval '1 minute'
     FROM unnest($1::uuid[]) WITH ORDINALITY AS d(id, place)`,
    [
      ids,
      webhookId,
      JSON.stringify([
        {
          startedAt: new Date().toISOString(),
          durationMs: 84,
          responseStatus: 200,
          error: null,
          responseBody: "",
        },
      ]),
    ],
  );
  return ids;
}
