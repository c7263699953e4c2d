import { setTimeout as sleep } from "node:timers/promises";
import {
  type EventPage,
  type FollowOptions,
  type Quietzone,
  QuietzoneConnectionError,
  QuietzoneError,
} from "../src/index";
import { printNote } from "./output";

const retryMs = 1_000;
/** A timer of 2³¹ milliseconds and more ends at once; and after a minute the service may be there again. */
const mostMs = 60_000;

/** The service restarts, or is busy for longer than the client waits by itself. */
const isPassing = (error: unknown) =>
  error instanceof QuietzoneConnectionError ||
  (error instanceof QuietzoneError && [429, 502, 503, 504].includes(error.status));

/** How long to wait before a page that failed is asked for again, in milliseconds. */
export function pauseAfter(error: unknown): number {
  const seconds = error instanceof QuietzoneError ? error.retryAfterSeconds : undefined;
  return Math.min(mostMs, Math.max(retryMs, (seconds ?? 0) * 1_000));
}

/** The service's own hint names parameters, which are not the command's options. */
function explain(error: unknown, startAgain: string): unknown {
  if (!(error instanceof QuietzoneError && error.code === "gone")) return error;
  const { message, status, code, requestId, docs } = error;
  return new QuietzoneError(message, { status, code, requestId, docs, hint: startAgain });
}

/**
 * The pages of the events feed, also across restarts of the service: a page that failed is asked for again with the same cursor,
 * so that no event is missed and none comes twice. `startAgain` says what to do about a cursor that has expired.
 */
export async function* follow(
  quietzone: Quietzone,
  options: FollowOptions,
  startAgain = "Run the command again.",
): AsyncGenerator<EventPage, void> {
  let after = options.after;
  let isAway = false;
  for (;;) {
    try {
      for await (const page of quietzone.followEvents({ ...options, after })) {
        if (isAway) printNote("The service answers again.");
        isAway = false;
        yield page;
        after = page.nextCursor;
      }
      return;
    } catch (error) {
      if (!isPassing(error)) throw explain(error, startAgain);
      if (!isAway) printNote(`${(error as Error).message}. Trying again until it answers.`);
      isAway = true;
      await sleep(pauseAfter(error));
    }
  }
}
