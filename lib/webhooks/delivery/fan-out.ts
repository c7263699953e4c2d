import { eventIdOf } from "@/lib/events";
import { startSpan } from "@/lib/platform/traces";
import { fanOutEvents, type TracedEvent } from "./queries.events";
import { maxFanOutEvents } from "./schema";

/** How many events were fanned out, and the deliveries that were created for them (uuids). */
export interface FannedOut {
  events: number;
  deliveries: { id: string; webhookId: string }[];
  /** Events that are left for later, because one of their webhooks was being changed. */
  left: number;
  /** The last event that was read (uuid); null: none waited. */
  last: string | null;
}

interface FanOutOptions {
  /** Only these, where they still have to be fanned out. */
  eventIds?: readonly string[];
  /** At most so many, and never more than 500. */
  limit?: number;
  /** Only events after this one. */
  after?: string | undefined;
}

/**
 * Creates a delivery of each pending event for each webhook that was subscribed and was not paused since, the oldest events
 * first. Call it again in a moment for what is left.
 */
export async function fanOut(options: FanOutOptions = {}): Promise<FannedOut> {
  const startedAt = Date.now();
  const { limit = maxFanOutEvents, eventIds, after } = options;
  const found = await fanOutEvents(Math.min(limit, maxFanOutEvents), { eventIds, after });
  const { events, picked, last, ids, webhookIds, traced } = found;
  for (const event of traced ?? []) traceFanOut(event, startedAt);
  return {
    events,
    deliveries: (ids ?? []).map((id, place) => ({ id, webhookId: webhookIds?.[place] as string })),
    left: picked - events,
    last,
  };
}

/** Adds the step to each event's own trace, though one statement did it for all of them. */
function traceFanOut({ id, type, traceParent, deliveries }: TracedEvent, startedAt: number): void {
  const attributes = {
    "messaging.system": "quietzone",
    "messaging.operation.type": "process",
    "messaging.operation.name": "fan out",
    "messaging.destination.name": type,
    "messaging.message.id": eventIdOf(id),
    "quietzone.deliveries": deliveries,
  };
  startSpan(traceParent, `fan out ${type}`, { kind: "consumer", attributes, startedAt }).end();
}
