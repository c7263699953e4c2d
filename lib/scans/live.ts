import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { gauge } from "@/lib/platform/metrics";
import { coverageOf, subscribe } from "@/lib/platform/notifications";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { Owner } from "@/lib/rollups";
import {
  CountFeed,
  type CountHandlers,
  Feed,
  type Follower,
  type LiveHandlers,
  type LiveState,
  type PacedReads,
  type StateHandler,
} from "./live-feed";
import { findScanCount } from "./queries";

/** Followers of one account in one process. */
const maxFollowers = 8;
/** Accounts and codes that one process follows. */
const maxFeeds = 500;
const watchEveryMs = 1_000;
/** A channel that is silent for so long is taken for broken; accounts are then read every second instead. */
const silenceMs = 2_000;
const channel = "quietzone_scans";

type AnyFeed = PacedReads<StateHandler>;

/** The feeds of this process. It listens while somebody follows. */
class Hub {
  /** Each with its account and data set as notifications name them. */
  readonly #feeds = new Map<AnyFeed, string>();
  #state: LiveState = "waiting";
  #stop: (() => void) | undefined;

  get followers(): number {
    return countFollowers(this.#feeds.keys());
  }

  /** How to stop; or why it can't be followed. It throws nothing: a `ServiceError` of one bundle is none of the other's. */
  follow(account: Owner, handlers: LiveHandlers, since?: Date): Followed {
    const owner = ownerOf(account);
    const refusal = this.#refuse(owner);
    if (refusal !== null) return refusal;
    const known = this.#listOf(owner).find((feed) => feed instanceof Feed);
    if (known === undefined && this.#isFull()) return "busy";
    const feed = known ?? this.#open(owner, (onBegin) => new Feed(account, onBegin));
    const follower: Follower = { ...handlers, seen: since, isCatchingUp: false };
    feed.add(follower);
    return this.#begin(feed, follower);
  }

  followCount(account: Owner, codeId: string, handlers: CountHandlers): Followed {
    const owner = ownerOf(account);
    const refusal = this.#refuse(owner);
    if (refusal !== null) return refusal;
    const counts = this.#listOf(owner).filter((feed) => feed instanceof CountFeed);
    const known = counts.find((feed) => feed.codeId === codeId);
    if (known === undefined && this.#isFull()) return "busy";
    const feed = known ?? this.#open(owner, (onBegin) => new CountFeed(account, codeId, onBegin));
    const follower = { ...handlers };
    feed.add(follower);
    return this.#begin(feed, follower);
  }

  #listOf(owner: string): AnyFeed[] {
    return [...this.#feeds].flatMap(([feed, of]) => (of === owner ? [feed] : []));
  }

  #refuse(owner: string): "full" | "ended" | null {
    if (this.#state === "ended") return "ended";
    return countFollowers(this.#listOf(owner)) >= maxFollowers ? "full" : null;
  }

  #isFull(): boolean {
    return this.#feeds.size >= maxFeeds;
  }

  #open<F extends AnyFeed>(owner: string, make: (onBegin: () => void) => F): F {
    const feed = make(() => this.#reportState(feed, feed.followers));
    this.#feeds.set(feed, owner);
    this.#stop ??= this.#listen();
    return feed;
  }

  #begin(feed: AnyFeed, follower: StateHandler): () => void {
    this.#reportState(feed, [follower]);
    return () => this.#leave(feed, follower);
  }

  /** Ends every stream for good and reports it to the followers. */
  end(): void {
    const followers = [...this.#feeds.keys()].flatMap((feed) => [...feed.followers]);
    for (const feed of this.#feeds.keys()) feed.close();
    this.#feeds.clear();
    this.#stop?.();
    this.#stop = undefined;
    this.#state = "ended";
    for (const follower of followers) follower.onState("ended");
  }

  #leave(feed: AnyFeed, follower: StateHandler): void {
    if (!feed.followers.delete(follower) || feed.followers.size > 0) return;
    feed.close();
    this.#feeds.delete(feed);
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
    const owners = new Set(payload.split(","));
    for (const [feed, owner] of this.#feeds) if (payload === "*" || owners.has(owner)) feed.nudge();
  }

  #nudgeAll(): void {
    for (const feed of this.#feeds.keys()) feed.nudge();
  }

  #watch(): void {
    const isListening = coverageOf(channel).until > performance.now() - silenceMs;
    const state = isListening ? "live" : "waiting";
    if (!isListening) this.#nudgeAll();
    if (state === this.#state) return;
    this.#state = state;
    for (const feed of this.#feeds.keys()) this.#reportState(feed, feed.followers);
  }

  /** Nothing is live before its beginning is known: a scan until then would be reported to nobody. */
  #reportState(feed: AnyFeed, followers: Iterable<StateHandler>): void {
    if (this.#state === "live" && !feed.hasBegun) return;
    for (const follower of followers) follower.onState(this.#state);
  }
}

/** How to stop following; or why it is not begun. */
type Followed = (() => void) | "full" | "busy" | "ended";

const ownerOf = ({ accountId, isSandbox }: Owner): string => `${accountId}:${isSandbox ? "s" : "p"}`;

function countFollowers(feeds: Iterable<AnyFeed>): number {
  return [...feeds].reduce((sum, { followers }) => sum + followers.size, 0);
}

function requireFollowed(stop: Followed): () => void {
  if (stop === "full") throw tooManyFollowers();
  if (stop === "busy") {
    throw new ServiceError("unavailable", "Too many live streams are open just now", {
      retryAfterSeconds: 30,
    });
  }
  if (stop === "ended") throw new ServiceError("unavailable", "The service is stopping");
  return stop;
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
 * `rate_limited` beyond 8 followers of one account, and `unavailable` when the process follows as many as it can or is stopping.
 *
 * @param since goes on after this stamp, the last that was seen before; without it from now on.
 */
export function followScans(account: Owner, handlers: LiveHandlers, since?: Date): () => void {
  return requireFollowed(hub.follow(account, handlers, since));
}

/**
 * Reports how often a code was scanned and when last, now and each time that changes, until the function that is returned is
 * called: scans beyond what a plan keeps in detail, too. Throws as `followScans`, which shares its limit.
 */
export function followCount(account: Owner, codeId: string, handlers: CountHandlers): () => void {
  return requireFollowed(hub.followCount(account, codeId, handlers));
}

/** Throws `not_found` where the data set has no such code. */
export async function requireCountable(account: Owner, codeId: string): Promise<void> {
  if (isId(codeId) && (await findScanCount(account, codeId)) !== null) return;
  throw new ServiceError("not_found", "There is no such code");
}

/** Ends every stream of this process; for its end. */
export function endLiveScans(): void {
  hub.end();
}
