import { LRUCache } from "lru-cache";
import { counter } from "@/lib/platform/metrics";
import { listNewEvents, listNewManualDeliveries } from "@/lib/webhooks/delivery";
import { type Client, findClient } from "./client";
import { createDeliveryCall, createFanOutCall, missedAfterMs, mostTogether } from "./events";

/** Read together by a look, which goes on for as long as it finds young ones. */
const pageSize = 1_000;
/** Longer than a look sees something: what was told is not told again. */
const rememberedMs = 2 * missedAfterMs;

const handedOver = counter({
  name: "quietzone_inngest_calls_total",
  help: "Calls for events and deliveries that were handed over to Inngest, by outcome.",
  labels: ["outcome"],
});

/** Inngest took no calls; its cause says why. */
export class InngestAway extends Error {
  override readonly name = "InngestAway";
}

type Call = ReturnType<typeof createFanOutCall> | ReturnType<typeof createDeliveryCall>;

const told = new LRUCache<string, true>({ max: 50_000, ttl: rememberedMs });

async function tell(client: Client, calls: readonly Call[]): Promise<void> {
  for (let start = 0; start < calls.length; start += mostTogether) {
    const together = calls.slice(start, start + mostTogether);
    try {
      await client.send(together);
    } catch (err) {
      handedOver.inc({ outcome: "failed" }, together.length);
      throw new InngestAway("Inngest took no calls", { cause: err });
    }
    handedOver.inc({ outcome: "sent" }, together.length);
    for (const { id } of together) if (id !== undefined) told.set(id, true);
  }
}

/** What is less than a minute old, oldest first; the sweep finds what is older. So a large backlog never hides what is new. */
async function findYoung<Row extends { id: string; ageMs: number }>(
  list: (limit: number, before?: string) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  let page: Row[] = [];
  let hasYoung: boolean;
  do {
    page = await list(pageSize, page.at(-1)?.id);
    const young = page.filter(({ ageMs }) => ageMs < missedAfterMs);
    found.push(...young);
    hasYoung = young.length > 0;
  } while (page.length === pageSize && hasYoung);
  return found.reverse();
}

/**
 * Hands over to Inngest, once each, events that wait for their fan-out and deliveries that were asked for. Throws
 * `InngestAway`, or what the database throws; what is missed is found by the next look or the sweep.
 */
export async function handOver(client: Client | null = findClient()): Promise<void> {
  if (client === null) return;
  const [events, byHand] = await Promise.all([findYoung(listNewEvents), findYoung(listNewManualDeliveries)]);
  const calls = [
    ...byHand.map((delivery) => createDeliveryCall(delivery)),
    ...events.map(({ id }) => createFanOutCall(id)),
  ];
  await tell(
    client,
    calls.filter(({ id }) => id === undefined || !told.has(id)),
  );
}
