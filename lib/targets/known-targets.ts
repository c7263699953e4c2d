import { LRUCache } from "lru-cache";
import { type Coverage, coverageOf, subscribe } from "@/lib/platform/notifications";
import type { FoundTarget, Target } from "./queries";

const channel = "quietzone_short_codes";
/** Bytes of targets that one process keeps: some hundred thousand addresses. */
const maxBytes = 64 * 1024 * 1024;
/** Without notifications a target is trusted for so long. */
const beliefMs = 900;
/** A look-up that has been under way for longer is not joined: what it answers may be out of date. */
const shareMs = 100;

interface Known {
  target: Target;
  /** When the database was asked for it (`performance.now()`); minus infinity once it is known to have changed. */
  askedAt: number;
}

interface Reading {
  askedAt: number;
  answer: Promise<Target | null>;
}

/** Weighs an entry: its texts, and what the objects around them take. */
function weigh({ target: { content, url, rules } }: Known): number {
  const address = url === content ? 0 : (url?.length ?? 0);
  const bounds = rules === null ? 0 : 300 + 2 * (rules.fallbackUrl?.length ?? 0);
  // As they are stored, and once more as they are asked.
  const routes = rules?.routes === undefined ? 0 : 8 * JSON.stringify([rules.routes, rules.utm]).length;
  return 700 + 2 * content.length + 2 * address + bounds + routes;
}

/**
 * The targets that this process has seen, each under the keys of the paths that were visited, bounded by bytes, and how far each can be trusted.
 *
 * The database notifies every process of a change as it commits it. While the connection that listens is known to work, what
 * was read stays valid until a notification; otherwise it is valid for less than a second.
 */
export class KnownTargets {
  readonly #known = new LRUCache<string, Known>({ maxSize: maxBytes, sizeCalculation: weigh });
  /** Look-ups under way. A message takes its key out, so that a row read before the change is not kept. */
  readonly #reading = new Map<string, Reading>();
  /** Keys that messages named while many are read at once. */
  #changed: Set<string> | undefined;
  #leave: (() => void) | undefined;

  /** Begins to listen; resolves when it does, or after `patienceMs` without. */
  open(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      const onGap = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#leave?.();
      this.#leave = subscribe(channel, { onMessage: (message) => this.#hear(message), onGap });
    });
  }

  get isOpen(): boolean {
    return this.#leave !== undefined;
  }

  get count(): number {
    return this.#known.size;
  }

  get bytes(): number {
    return this.#known.calculatedSize;
  }

  find(key: string): Known | undefined {
    return this.#known.get(key);
  }

  /** Whether the database need not be asked. */
  isFresh({ askedAt }: Known): boolean {
    return trustedAt(askedAt, coverageOf(channel)) > performance.now() - beliefMs;
  }

  /** Asks the database, together with other requests for the same code, and keeps the answer unless it has changed since. */
  read(key: string, ask: (key: string) => Promise<Target | null>): Promise<Target | null> {
    const askedAt = performance.now();
    const other = this.#reading.get(key);
    if (other !== undefined && askedAt - other.askedAt < shareMs) return other.answer;
    const reading = { askedAt, answer: ask(key) };
    this.#reading.set(key, reading);
    const settle = (target?: Target | null) => {
      if (this.#reading.get(key) !== reading) return;
      this.#reading.delete(key);
      if (target === null) this.#known.delete(key);
      else if (target !== undefined) this.#known.set(key, { target, askedAt });
    };
    reading.answer.then(settle, () => settle());
    return reading.answer;
  }

  /** Keeps many at once, except those that have changed meanwhile. */
  async fill(findMany: () => Promise<FoundTarget[]>): Promise<void> {
    const askedAt = performance.now();
    const changed = new Set<string>();
    this.#changed = changed;
    const targets = await findMany().finally(() => {
      this.#changed = undefined;
    });
    for (const target of targets.reverse()) {
      if (!changed.has(target.key)) this.#known.set(target.key, { target, askedAt });
    }
  }

  close(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#known.clear();
    this.#reading.clear();
  }

  /** A key whose code was changed; with a `!` before it one that may be another code's now, of which nothing is kept. */
  #hear(message: string): void {
    const isMoved = message.startsWith("!");
    const key = isMoved ? message.slice(1) : message;
    this.#changed?.add(key);
    this.#reading.delete(key);
    if (isMoved) this.#known.delete(key);
    const known = this.#known.peek(key);
    if (known !== undefined) known.askedAt = Number.NEGATIVE_INFINITY;
  }
}

/** Until when it is known that a row read at `askedAt` had not changed. */
function trustedAt(askedAt: number, { since, until }: Coverage): number {
  return askedAt >= since ? Math.max(askedAt, until) : askedAt;
}
