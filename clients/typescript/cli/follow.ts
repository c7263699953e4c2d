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

/** The service restarts, or is busy for longer than the client waits by itself. */
const isPassing = (error: unknown) =>
  error instanceof QuietzoneConnectionError ||
  (error instanceof QuietzoneError && [429, 502, 503, 504].includes(error.status));

/**
 * The pages of the events feed, also across restarts of the service: a page that failed is asked for again with the same cursor,
 * so that no event is missed and none comes twice.
 */
export async function* follow(quietzone: Quietzone, options: FollowOptions): AsyncGenerator<EventPage, void> {
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
      if (!isPassing(error)) throw error;
      if (!isAway) printNote(`${(error as Error).message}. Trying again until it answers.`);
      isAway = true;
      const seconds = error instanceof QuietzoneError ? error.retryAfterSeconds : undefined;
      await sleep(Math.max(retryMs, (seconds ?? 0) * 1_000));
    }
  }
}
