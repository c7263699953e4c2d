import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { dropIdleConnections, openConnection } from "./db";
import { log } from "./log";
import { counter, gauge } from "./metrics";
import { oncePerProcess } from "./process-state";
import { lockSession, lockShared, ping, unlockShared } from "./queries";

/** Notifications of the database: one connection of the process listens for all subscribers. */
export type Channel = "quietzone_short_codes" | "quietzone_domains" | "quietzone_scans" | "quietzone_events";

export interface Subscriber {
  onMessage(payload: string): void;
  /** Listening has begun (again): from now on nothing is missed, of what came before anything may have been. */
  onGap(): void;
}

/** From `since` on every message of a channel that was committed before `until` has been heard; `performance.now()` both. */
export interface Coverage {
  since: number;
  until: number;
}

/** Often enough that what relies on being told is never a second behind. */
const pingEveryMs = 250;
/** A connection that leaves a ping unanswered for so long is given up: its other end may have gone without a word. */
const silenceMs = 1_500;
const farewellMs = 500;
/** Who asks to have heard everything waits so long at most. */
const catchUpMs = 500;
const nothing: Coverage = { since: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY };

const gaps = counter({
  name: "quietzone_listener_connections_total",
  help: "Times that the connection which hears notifications was opened.",
});

/** Above every lock that has a number of its own, so that none is taken for another. */
const sessionNumbers = [2 ** 24, 2 ** 31 - 1] as const;

/** Not `end`, which waits for an answer that a dead connection never gives. */
function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

interface Listened {
  subscribers: Set<Subscriber>;
  coverage: Coverage;
}

class Listener {
  readonly #channels = new Map<Channel, Listened>();
  readonly #locks = new Set<number>();
  #connection: pg.Client | undefined;
  #session: number | null = null;
  /** What was asked of the connection last; the next waits for it. */
  #lastQuery: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #pingedAt: number | undefined;
  #failures = 0;
  #isRunning = false;

  subscribe(channel: Channel, subscriber: Subscriber): () => void {
    let listened = this.#channels.get(channel);
    if (listened === undefined) {
      listened = { subscribers: new Set(), coverage: nothing };
      this.#channels.set(channel, listened);
      if (this.#connection !== undefined) this.#listen(this.#connection, channel);
    }
    listened.subscribers.add(subscriber);
    if (listened.coverage !== nothing) queueMicrotask(() => subscriber.onGap());
    if (!this.#isRunning) {
      this.#isRunning = true;
      void this.#connect();
    }
    return () => listened.subscribers.delete(subscriber);
  }

  hold(lock: number): () => void {
    this.#locks.add(lock);
    if (this.#connection !== undefined) this.#lockShared(this.#connection, lock);
    return () => {
      if (!this.#locks.delete(lock)) return;
      const connection = this.#connection;
      if (connection) this.#ask(() => unlockShared(connection, lock)).catch(() => {});
    };
  }

  get session(): number | null {
    return this.#session;
  }

  coverage(channel: Channel): Coverage {
    return this.#channels.get(channel)?.coverage ?? nothing;
  }

  get isHearing(): boolean {
    return [...this.#channels.values()].every(({ coverage }) => coverage.until > performance.now() - 1_000);
  }

  async hear(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    const heard = this.#ask(() => ping(connection)).catch(() => {});
    await Promise.race([heard, sleep(catchUpMs, undefined, { ref: false })]);
  }

  async close(): Promise<void> {
    this.#isRunning = false;
    this.#channels.clear();
    this.#locks.clear();
    clearTimeout(this.#timer);
    const connection = this.#connection;
    this.#connection = undefined;
    this.#session = null;
    if (connection === undefined) return;
    await Promise.race([connection.end().catch(() => {}), sleep(farewellMs, undefined, { ref: false })]);
    cut(connection);
  }

  async #connect(): Promise<void> {
    const connection = openConnection("quietzone listener");
    connection.on("notification", ({ channel, payload }) =>
      this.#dispatch(channel as Channel, payload ?? ""),
    );
    connection.once("end", () => this.#lose(connection));
    this.#connection = connection;
    this.#lastQuery = connection.connect();
    try {
      await this.#lastQuery;
      gaps.inc();
      for (const channel of this.#channels.keys()) this.#listen(connection, channel);
      for (const lock of this.#locks) this.#lockShared(connection, lock);
      this.#begin(connection);
      this.#ping(connection);
    } catch (err) {
      log.debug({ err }, "the database cannot be listened to");
      this.#lose(connection);
    }
  }

  /** One statement after the other, in their order. */
  #ask(query: () => Promise<unknown>): Promise<unknown> {
    const answer = this.#lastQuery.then(query);
    this.#lastQuery = answer.catch(() => {});
    return answer;
  }

  #listen(connection: pg.Client, channel: Channel): void {
    this.#ask(() => connection.query(`LISTEN ${channel}`)).then(
      () => {
        const listened = this.#channels.get(channel);
        if (listened === undefined || connection !== this.#connection) return;
        const since = performance.now();
        listened.coverage = { since, until: since };
        this.#each(listened, (subscriber) => subscriber.onGap());
      },
      () => this.#lose(connection),
    );
  }

  /** Each connection is a session with a number of its own: what was begun on an earlier one has lost its holder. */
  #begin(connection: pg.Client): void {
    const session = randomInt(...sessionNumbers);
    this.#ask(() => lockSession(connection, session)).then(
      () => {
        if (connection === this.#connection) this.#session = session;
      },
      () => this.#lose(connection),
    );
  }

  /** Once on a connection; of those who hold it together nobody waits. */
  #lockShared(connection: pg.Client, lock: number): void {
    this.#ask(() => lockShared(connection, lock)).catch(() => {});
  }

  /** What was committed before a ping was sent is heard before its answer: the connection keeps their order. */
  #ping(connection: pg.Client): void {
    if (connection !== this.#connection) return;
    this.#timer = setTimeout(() => this.#ping(connection), pingEveryMs);
    const now = performance.now();
    if (this.#pingedAt !== undefined) {
      if (now - this.#pingedAt <= silenceMs) return;
      // What became of this connection became of the others, too.
      dropIdleConnections();
      this.#lose(connection);
      return;
    }
    this.#pingedAt = now;
    this.#ask(() => ping(connection)).then(
      () => {
        if (connection !== this.#connection) return;
        this.#pingedAt = undefined;
        this.#failures = 0;
        for (const listened of this.#channels.values()) {
          const { since, until } = listened.coverage;
          if (since <= now) listened.coverage = { since, until: Math.max(until, now) };
        }
      },
      () => this.#lose(connection),
    );
  }

  #lose(connection: pg.Client): void {
    if (connection !== this.#connection) return;
    this.#connection = undefined;
    this.#session = null;
    this.#pingedAt = undefined;
    clearTimeout(this.#timer);
    cut(connection);
    if (this.#failures === 0) log.warn({}, "the connection that hears the database's notifications broke");
    this.#retry();
  }

  #retry(): void {
    if (!this.#isRunning) return;
    const delayMs = Math.min(50 * 2 ** this.#failures, 500);
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.#connect(), delayMs);
  }

  #dispatch(channel: Channel, payload: string): void {
    const listened = this.#channels.get(channel);
    if (listened !== undefined) this.#each(listened, (subscriber) => subscriber.onMessage(payload));
  }

  #each({ subscribers }: Listened, call: (subscriber: Subscriber) => void): void {
    for (const subscriber of [...subscribers]) {
      try {
        call(subscriber);
      } catch (err) {
        log.error({ err }, "a notification of the database could not be taken");
      }
    }
  }
}

const listener = oncePerProcess("notification listener", () => {
  const made = new Listener();
  gauge({
    name: "quietzone_listener_up",
    aggregator: "first",
    help: "1 while the process hears what the database notifies it of.",
    collect() {
      this.set(made.isHearing ? 1 : 0);
    },
  });
  return made;
});

/**
 * Subscribes to a channel; returns what ends it. The first subscriber opens the connection. `onGap` is called whenever
 * it is opened again, and at once for a channel that is listened to already.
 */
export function subscribe(channel: Channel, subscriber: Subscriber): () => void {
  return listener.subscribe(channel, subscriber);
}

/** Resolves once every message committed before the call has been received, after half a second at most. */
export function awaitNotifications(): Promise<void> {
  return listener.hear();
}

/**
 * Holds a shared advisory lock while this process is connected, so that others can count processes of a kind; returns
 * what ends it. Needs a subscriber, whose connection it uses.
 */
export function holdLock(lock: number): () => void {
  return listener.hold(lock);
}

/**
 * Number of this process's session, which holds the lock (`sessionLock`, number) while its dedicated connection lives;
 * null without one.
 */
export function databaseSession(): number | null {
  return listener.session;
}

/** How far a channel has been heard; what was read after `since` is true until `until` unless a message said otherwise. */
export function coverageOf(channel: Channel): Coverage {
  return listener.coverage(channel);
}

export function closeNotifications(): Promise<void> {
  return listener.close();
}
