import type { Environment } from "@/lib/accounts/schema";
import { Semaphore } from "@/lib/platform/concurrency";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { presentLogRow } from "./delivery-log";
import { listLogRows, listLogRowsById } from "./queries.deliveries";
import type { LogFilter, LogRow } from "./schema";

/** Streams of one account in one process. */
const maxFollowers = 8;
/** Logs that one process reads each second, and how many of them at the same time. */
const maxFeeds = 200;
const maxRunningReads = 2;
/** A read that waits longer than this is skipped. */
const readWaitMs = 5_000;

/** Rows that are compared with the read before: a page, and what was added meanwhile. */
export const watchedRows = 100;
/** Open deliveries that are still reported when they end, though newer ones or the filter have removed them from those rows. */
const maxOpen = 200;
const readEveryMs = 1_000;
/** After a slow read, the pause is this many times its duration. */
const pauseFactor = 4;

/** Whose log, and which part of it. */
export interface FollowedLog extends LogFilter {
  accountId: string;
  environment: Environment;
}

/** `live`: changes are sent within a second or two. `waiting`: the database can't be read just now. `ended`: nothing more comes. */
type LogState = "live" | "waiting" | "ended";

export interface LogHandlers {
  /**
   * Rows that are new or have changed, the newest first. `isTop`: they are the newest of the log, and older rows than the
   * last of them may have changed, too.
   */
  onRows(rows: readonly LogRow[], isTop: boolean): void;
  onState(state: LogState): void;
}

/**
 * Sends what is new and what changes in a log of deliveries, whichever process makes and sends them, until the function
 * that is returned is called; first its newest rows. Throws `rate_limited` beyond 8 streams of one account, and
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

/** Ends every stream of this process, before it stops. */
export function endLiveLogs(): void {
  hub.end();
}

/** The logs that are followed in this process. Without followers nothing is read. */
class LogHub {
  readonly #feeds = new Map<string, LogFeed>();
  readonly #followersOf = new Map<string, number>();
  readonly #slots = new Semaphore(maxRunningReads, readWaitMs);
  #isEnded = false;

  /**
   * Returns how to stop, or why the log can't be followed. It throws nothing: the hub is shared by bundles, each of which
   * has its own `ServiceError`.
   */
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

/** The fields of a row that change. */
const stateOf = ({ status, attempts, nextAttemptAt }: LogRow) => `${status} ${attempts} ${nextAttemptAt}`;

const isOpen = ({ status }: LogRow) => status === "pending" || status === "retrying";

/**
 * One log for all its followers in this process: reads the newest rows once a second and reports those that differ from the
 * read before. Deliveries send no notification, so that a follower costs them nothing.
 */
class LogFeed {
  readonly followers = new Set<LogHandlers>();
  readonly #log: FollowedLog;
  readonly #run: <T>(work: () => Promise<T>) => Promise<T>;
  #top: readonly LogRow[] | undefined;
  #states = new Map<string, string>();
  /** Ids of what was open at the read before. */
  #open: readonly string[] = [];
  /** Undefined until the first read has ended. */
  #state: LogState | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param run limits how many reads of the process run at the same time. */
  constructor(followed: FollowedLog, run: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#log = followed;
    this.#run = run;
    this.#timer = setTimeout(() => void this.#read(), 0);
  }

  add(follower: LogHandlers): void {
    this.followers.add(follower);
    if (this.#state !== undefined) follower.onState(this.#state);
    if (this.#top !== undefined) follower.onRows(this.#top, true);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.followers.clear();
  }

  async #read(): Promise<void> {
    const startedAt = performance.now();
    try {
      const [top, others] = await this.#run(() =>
        Promise.all([
          listLogRows(this.#log, this.#log, { limit: watchedRows }),
          this.#open.length === 0 ? [] : listLogRowsById(this.#log, this.#open),
        ]),
      );
      if (this.#isClosed) return;
      this.#setState("live");
      this.#report(top.map(presentLogRow), others.map(presentLogRow));
    } catch (err) {
      log.debug({ err }, "a log of deliveries could not be read");
      if (!this.#isClosed) this.#setState("waiting");
    }
    if (this.#isClosed) return;
    const tookMs = performance.now() - startedAt;
    this.#timer = setTimeout(() => void this.#read(), Math.max(readEveryMs - tookMs, pauseFactor * tookMs));
  }

  #report(top: readonly LogRow[], others: readonly LogRow[]): void {
    const before = this.#states;
    const isFirst = this.#top === undefined;
    const inTop = new Set(top.map(({ id }) => id));
    const rows = [...top, ...others.filter(({ id }) => !inTop.has(id))];
    this.#top = top;
    this.#states = new Map(rows.map((row) => [row.id, stateOf(row)]));
    const isGap = !isFirst && top.length === watchedRows && !top.some(({ id }) => before.has(id));
    this.#open = rows
      .filter(isOpen)
      .slice(0, maxOpen)
      .map(({ id }) => id);
    const isTop = isFirst || isGap;
    const changed = isTop ? top : rows.filter((row) => before.get(row.id) !== stateOf(row));
    if (!isTop && changed.length === 0) return;
    for (const follower of this.followers) follower.onRows(changed, isTop);
  }

  #setState(state: LogState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const follower of this.followers) follower.onState(state);
  }
}

const hub = oncePerProcess("live deliveries", () => new LogHub());
