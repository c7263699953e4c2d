import { ServiceError } from "@/lib/platform/errors";
import { gauge } from "@/lib/platform/metrics";
import { hearingOf, subscribe } from "@/lib/platform/notifications";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { Owner } from "@/lib/rollups";
import { Feed, type Follower, type LiveHandlers, type LiveState } from "./live-feed";

/** Followers of one account in one process. */
const maxFollowers = 8;
const watchEveryMs = 1_000;
/** A channel that is silent for so long is taken for broken; accounts are then read every second instead. */
const silenceMs = 2_000;
const channel = "quietzone_scans";

/** The feeds of this process. It listens while somebody follows. */
class Hub {
  /** By account and data set, as notifications name them. */
  readonly #feeds = new Map<string, Feed>();
  #state: LiveState = "waiting";
  #stop: (() => void) | undefined;

  get followers(): number {
    return [...this.#feeds.values()].reduce((sum, { followers }) => sum + followers.size, 0);
  }

  /** How to stop; or why it can't be followed. It throws nothing: a `ServiceError` of one bundle is none of the other's. */
  follow(account: Owner, handlers: LiveHandlers, since?: Date): (() => void) | "full" | "ended" {
    if (this.#state === "ended") return "ended";
    const key = `${account.accountId}:${account.isSandbox ? "s" : "p"}`;
    let feed = this.#feeds.get(key);
    if (feed !== undefined && feed.followers.size >= maxFollowers) return "full";
    if (feed === undefined) {
      const begun = new Feed(account, () => this.#reportState(begun, begun.followers));
      feed = begun;
      this.#feeds.set(key, feed);
    }
    this.#stop ??= this.#listen();
    const follower: Follower = { ...handlers, seen: since, isCatchingUp: false };
    feed.add(follower);
    this.#reportState(feed, [follower]);
    return () => this.#leave(key, follower);
  }

  /** Ends every stream for good and reports it to the followers. */
  end(): void {
    const followers = [...this.#feeds.values()].flatMap((feed) => [...feed.followers]);
    for (const feed of this.#feeds.values()) feed.close();
    this.#feeds.clear();
    this.#stop?.();
    this.#stop = undefined;
    this.#state = "ended";
    for (const follower of followers) follower.onState("ended");
  }

  #leave(key: string, follower: Follower): void {
    const feed = this.#feeds.get(key);
    if (!feed?.followers.delete(follower) || feed.followers.size > 0) return;
    feed.close();
    this.#feeds.delete(key);
    if (this.#feeds.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
    this.#state = "waiting";
  }

  #listen(): () => void {
    const unsubscribe = subscribe(channel, {
      onMessage: (payload) => this.#nudge(payload),
      onGap: () => {
        this.#watch();
        this.#nudgeAll();
      },
    });
    const timer = setInterval(() => this.#watch(), watchEveryMs);
    timer.unref();
    this.#watch();
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  /** A list of accounts, or `*` where it would be too long. */
  #nudge(payload: string): void {
    if (payload === "*") this.#nudgeAll();
    else for (const key of payload.split(",")) this.#feeds.get(key)?.nudge();
  }

  #nudgeAll(): void {
    for (const feed of this.#feeds.values()) feed.nudge();
  }

  #watch(): void {
    const isListening = hearingOf(channel).until > performance.now() - silenceMs;
    const state = isListening ? "live" : "waiting";
    if (!isListening) this.#nudgeAll();
    if (state === this.#state) return;
    this.#state = state;
    for (const feed of this.#feeds.values()) this.#reportState(feed, feed.followers);
  }

  /** Nothing is live before its beginning is known: a scan until then would be reported to nobody. */
  #reportState(feed: Feed, followers: Iterable<Follower>): void {
    if (this.#state === "live" && !feed.hasBegun) return;
    for (const follower of followers) follower.onState(this.#state);
  }
}

function tooManyFollowers(): ServiceError {
  const message = `This account has ${maxFollowers} live streams already; close one of them`;
  return new ServiceError("rate_limited", message, { retryAfterSeconds: 30 });
}

const hub = oncePerProcess("live scans", () => {
  const made = new Hub();
  gauge({
    name: "quietzone_live_subscribers",
    help: "Live streams of scans that are open.",
    collect() {
      this.set(made.followers);
    },
  });
  return made;
});

/**
 * Reports an account's scans as they are stored, by whichever process, until the function that is returned is called:
 * each once and in order. A follower that is too slow, or follows a flood, gets the number of scans that were left out instead. Throws
 * `rate_limited` beyond 8 followers of one account, and `unavailable` when the service is stopping.
 *
 * @param since goes on after this stamp, the last that was seen before; without it from now on.
 */
export function followScans(account: Owner, handlers: LiveHandlers, since?: Date): () => void {
  const stop = hub.follow(account, handlers, since);
  if (stop === "full") throw tooManyFollowers();
  if (stop === "ended") throw new ServiceError("unavailable", "The service is stopping");
  return stop;
}

/** Ends every stream of this process; for its end. */
export function endLiveScans(): void {
  hub.end();
}
