import { type Send, wait } from "./send.js";
import { readNumber } from "./settings.js";
import type { CallOptions, WebhookEvent } from "./types.js";

export interface FollowOptions extends Omit<CallOptions, "idempotencyKey"> {
  /** Where to start: a `nextCursor`, `now` (the default), or undefined for the oldest event kept. */
  after?: string | undefined;
  /** Only these types, such as `scan.created`; all where there is none. */
  types?: readonly string[] | undefined;
  /** Events of a page at most: 1 to 100, 50 by default. */
  limit?: number | undefined;
  /** Milliseconds between two reads when there is nothing new: 1,000 by default. */
  intervalMs?: number | undefined;
  /** End where there is nothing new, instead of waiting for more. */
  stopAtEnd?: boolean | undefined;
}

/** Events, oldest first. Store `nextCursor` once you have handled them, and pass it as `after` to go on from there. */
export interface EventPage {
  data: WebhookEvent[];
  nextCursor: string;
}

interface Answer {
  data: WebhookEvent[];
  pagination: { nextCursor: string };
}

/** Pages of the events feed: the first in any case, then those that hold events or another cursor. */
export async function* followEvents(send: Send, options: FollowOptions): AsyncGenerator<EventPage, void> {
  const { types, limit, intervalMs = 1_000, stopAtEnd = false, ...others } = options;
  readNumber("intervalMs", intervalMs, 0);
  let after = "after" in options ? options.after : "now";
  for (let isFirst = true; ; isFirst = false) {
    const query = { ...others, after, types: types?.length ? types.join(",") : undefined, limit };
    const { data, pagination } = await send<Answer>({ method: "GET", path: "/api/v1/events" }, query);
    // A page without events may still go further: only one that repeats its cursor is the end.
    const isEnd = data.length === 0 && pagination.nextCursor === after;
    after = pagination.nextCursor;
    if (isFirst || !isEnd) yield { data, nextCursor: after };
    if (stopAtEnd && isEnd) return;
    if (data.length === 0 && !stopAtEnd) await wait(intervalMs, options.signal);
  }
}
