import type { Environment } from "@/lib/accounts/schema";
import { log } from "@/lib/platform/log";
import type { LogFilter, LogRow } from "../schema";
import { selectLog, selectLogRows } from "./list-log";

/** Whose log, and what of it. */
export interface FollowedLog extends LogFilter {
  accountId: string;
  environment: Environment;
}

/** `live`: what changes is told within a second or two. `waiting`: the database can't be read just now. `ended`: nothing more comes. */
export type LogState = "live" | "waiting" | "ended";

export interface LogHandlers {
  /**
   * Rows that are new or are no longer as they were, the newest first. `isTop`: they are the newest of the log, and what is
   * older than the last of them is not known from here.
   */
  onRows(rows: readonly LogRow[], isTop: boolean): void;
  onState(state: LogState): void;
}

/** Rows that are looked at: a page and what came meanwhile. */
export const watchedRows = 100;
/** Open deliveries whose end is told even if newer ones have pushed them out of those, or the filter leaves them out by then. */
const mostOpen = 200;
const readEveryMs = 1_000;
/** A log that is slow to read is read the less often. */
const restTimes = 4;

/** All that a row may tell anew. */
const signOf = ({ status, attempts, nextAttemptAt }: LogRow) => `${status} ${attempts} ${nextAttemptAt}`;

const isOpen = ({ status }: LogRow) => status === "pending" || status === "retrying";

/**
 * One log for all who follow it in this process: its newest rows, read once a second, and of those what differs from the
 * reading before. Nothing tells when a delivery changes, so that delivering pays nothing for being watched.
 */
export class LogFeed {
  readonly followers = new Set<LogHandlers>();
  readonly #log: FollowedLog;
  readonly #run: <T>(work: () => Promise<T>) => Promise<T>;
  #top: readonly LogRow[] | undefined;
  #signs = new Map<string, string>();
  /** What was open at the reading before. */
  #open: readonly string[] = [];
  /** Undefined until it has been read, or could not be. */
  #state: LogState | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param run has few readings of a process under way at a time. */
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
    const began = performance.now();
    try {
      const [top, others] = await this.#run(() =>
        Promise.all([
          selectLog(this.#log, this.#log, { limit: watchedRows }),
          selectLogRows(this.#log, this.#open),
        ]),
      );
      if (this.#isClosed) return;
      this.#tellState("live");
      this.#tell(top, others);
    } catch (err) {
      log.debug({ err }, "a log of deliveries could not be read");
      if (!this.#isClosed) this.#tellState("waiting");
    }
    if (this.#isClosed) return;
    const tookMs = performance.now() - began;
    this.#timer = setTimeout(() => void this.#read(), Math.max(readEveryMs - tookMs, restTimes * tookMs));
  }

  #tell(top: readonly LogRow[], others: readonly LogRow[]): void {
    const before = this.#signs;
    const isFirst = this.#top === undefined;
    const inTop = new Set(top.map(({ id }) => id));
    const rest = others.filter(({ id }) => !inTop.has(id));
    const rows = [...top, ...rest];
    this.#top = top;
    this.#signs = new Map(rows.map((row) => [row.id, signOf(row)]));
    const isGap = !isFirst && top.length === watchedRows && !top.some(({ id }) => before.has(id));
    this.#open = rows
      .filter(isOpen)
      .slice(0, mostOpen)
      .map(({ id }) => id);
    const isTop = isFirst || isGap;
    const news = isTop ? top : rows.filter((row) => before.get(row.id) !== signOf(row));
    if (!isTop && news.length === 0) return;
    for (const follower of this.followers) follower.onRows(news, isTop);
  }

  #tellState(state: LogState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const follower of this.followers) follower.onState(state);
  }
}
