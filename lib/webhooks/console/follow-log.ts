import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { Slots } from "@/lib/platform/slots";
import { type FollowedLog, LogFeed, type LogHandlers } from "./log-feed";

/** Streams of one account in one process. */
const maxFollowers = 8;
/** Logs that one process reads each second, and how many of these readings are under way at a time. */
const maxFeeds = 200;
const readingsTogether = 2;
/** A reading that waits for so long is done without. */
const patienceMs = 5_000;

/** The logs that are followed in this process. Nothing is read while nobody follows. */
class LogHub {
  readonly #feeds = new Map<string, LogFeed>();
  readonly #followersOf = new Map<string, number>();
  readonly #slots = new Slots(readingsTogether, patienceMs);
  #isEnded = false;

  /** How to stop; or why it can't be followed. It throws nothing: a `ServiceError` of one bundle is none of the other's. */
  follow(followed: FollowedLog, handlers: LogHandlers): (() => void) | "full" | "busy" | "ended" {
    if (this.#isEnded) return "ended";
    const { accountId, environment, webhookId, eventType, status } = followed;
    const count = this.#followersOf.get(accountId) ?? 0;
    if (count >= maxFollowers) return "full";
    const key = JSON.stringify([accountId, environment, webhookId, eventType, status]);
    let feed = this.#feeds.get(key);
    if (feed === undefined) {
      if (this.#feeds.size >= maxFeeds) return "busy";
      feed = new LogFeed(followed, (work) => this.#slots.run(work));
      this.#feeds.set(key, feed);
    }
    this.#followersOf.set(accountId, count + 1);
    const follower = { ...handlers };
    feed.add(follower);
    return () => this.#leave(key, accountId, follower);
  }

  /** Ends every stream: their followers are told, and nobody can follow any more. */
  end(): void {
    this.#isEnded = true;
    const followers = [...this.#feeds.values()].flatMap((feed) => [...feed.followers]);
    for (const feed of this.#feeds.values()) feed.close();
    this.#feeds.clear();
    this.#followersOf.clear();
    for (const follower of followers) follower.onState("ended");
  }

  #leave(key: string, accountId: string, follower: LogHandlers): void {
    const feed = this.#feeds.get(key);
    if (!feed?.followers.delete(follower)) return;
    const left = (this.#followersOf.get(accountId) ?? 1) - 1;
    if (left > 0) this.#followersOf.set(accountId, left);
    else this.#followersOf.delete(accountId);
    if (feed.followers.size > 0) return;
    feed.close();
    this.#feeds.delete(key);
  }
}

const hub = oncePerProcess("live deliveries", () => new LogHub());

/**
 * Tells what is new and what changes in a log of deliveries, on whichever process they are made and sent, until the
 * function that is returned is called; first its newest rows. Throws `rate_limited` beyond 8 streams of one account, and
 * `unavailable` where the process follows as many as it can or is stopping.
 */
export function followLog(followed: FollowedLog, handlers: LogHandlers): () => void {
  const stop = hub.follow(followed, handlers);
  if (typeof stop === "function") return stop;
  if (stop === "full") {
    const message = `This account has ${maxFollowers} live logs open already; close one of them`;
    throw new ServiceError("rate_limited", message, { retryAfterSeconds: 30 });
  }
  const message = stop === "busy" ? "Too many logs are followed just now" : "The service is stopping";
  throw new ServiceError("unavailable", message, { retryAfterSeconds: 30 });
}

/** Ends every stream of this process; for its end. */
export function endLiveLogs(): void {
  hub.end();
}
