import { groupOf, type RateRule, type RateStore } from "./window";

interface GuardOptions {
  /** How long a request waits for the store at most. */
  budgetMs: number;
  /** Wait before the first look after a failure; doubled at each further one. */
  firstProbeMs: number;
  lastProbeMs: number;
  onFailure(): void;
  /** Called once for each change: `reason` says why the store is not asked, and is null when it is again. */
  onChange(reason: string | null): void;
}

/** What is asked of the store. */
type Question<T extends object> = (store: RateStore) => Promise<T>;

/**
 * A probe counts under a key of its own and writes, because a store without memory can still read. It lies where the
 * windows of its group do: on the node of a cluster that failed.
 */
const probeRule = (group: string): RateRule => ({
  key: "probe",
  group,
  limit: Number.MAX_SAFE_INTEGER,
  windowSeconds: 60,
});
const probeOf =
  (group: string): Question<object> =>
  (store) =>
    store.consume([probeRule(group)]);

/** What is asked of the store at first. */
export const firstProbe = probeRule("probe");

/** The first connection may take this long: nobody waits for it yet. */
const openMs = 1_000;

/** Answers for so long make a store sound: it is probed soon again when it fails next. */
const soundMs = 10_000;

/**
 * Stands between requests and a store that may fail. At the first failure or late answer all callers are released, and
 * the store is probed in the background until it answers in time. Never rejects.
 */
export class StoreGuard {
  readonly #waiting = new Set<() => void>();
  #isDown = false;
  #isClosed = false;
  #probeMs: number;
  #backAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #probed: Question<object> = probeOf(firstProbe.group ?? "");

  constructor(
    private readonly store: RateStore,
    private readonly options: GuardOptions,
  ) {
    this.#probeMs = options.firstProbeMs;
  }

  /** Asks the store ahead of the first request, which then finds a connection or knows that there is none. */
  async open(): Promise<void> {
    const outcome = await this.#call(this.#probed, openMs);
    if (typeof outcome === "string") this.#markDown(outcome);
  }

  /** What the store answers, or null when the caller must see to it itself. */
  ask<T extends object>(rules: readonly RateRule[], question: Question<T>): Promise<T | null> {
    if (this.#isDown) return Promise.resolve(null);
    return new Promise((resolve) => {
      const release = () => resolve(null);
      this.#waiting.add(release);
      void this.#call(question, this.options.budgetMs).then((outcome) => {
        this.#waiting.delete(release);
        resolve(typeof outcome === "string" ? null : outcome);
        if (typeof outcome === "string") this.#markDown(outcome, probeOf(groupOf(rules)));
      });
    });
  }

  /** Ends the probing; the process may end then. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** What the store answered, or in a few words why it did not. */
  #call<T extends object>(question: Question<T>, budgetMs: number): Promise<T | string> {
    return new Promise((resolve) => {
      // An answer that is already there when a stalled process gets round to its timers still counts.
      const timer = setTimeout(() => setImmediate(fail, "no answer in time"), budgetMs);
      let isOver = false;
      const settle = (outcome: T | string) => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        if (typeof outcome === "string") this.options.onFailure();
        resolve(outcome);
      };
      function fail(reason: string) {
        settle(reason);
      }
      question(this.store).then(settle, (error: unknown) => fail(describeFailure(error)));
    });
  }

  #markDown(reason: string, probe = this.#probed): void {
    if (this.#isDown) return;
    this.#isDown = true;
    this.#probed = probe;
    for (const release of this.#waiting) release();
    this.#waiting.clear();
    if (performance.now() - this.#backAtMs > soundMs) this.#probeMs = this.options.firstProbeMs;
    this.options.onChange(reason);
    this.#probeLater();
  }

  #probeLater(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#probe(), this.#probeMs).unref();
    this.#probeMs = Math.min(this.#probeMs * 2, this.options.lastProbeMs);
  }

  async #probe(): Promise<void> {
    const outcome = await this.#call(this.#probed, this.options.budgetMs);
    if (typeof outcome === "string") return this.#probeLater();
    this.#isDown = false;
    this.#backAtMs = performance.now();
    this.options.onChange(null);
  }
}

/** Redis's own word (`OOM`, `NOAUTH`), an error code or a name; never the message, which may repeat keys. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  const [, word] = /^(?:Command failed: )?([A-Z]{3,})\b/.exec(error.message) ?? [];
  if (word !== undefined) return word;
  const { code } = (error.cause instanceof Error ? error.cause : error) as { code?: unknown };
  return typeof code === "string" ? code : error.name;
}
