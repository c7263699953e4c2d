import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isOutOfReach } from "@/lib/platform/database-errors";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { currentTraceParent, type Span, withSharedSpan, withSpan } from "@/lib/platform/traces";
import { batchSeconds, batchVisits, recordedVisits, watchDegraded } from "./recorder-metrics";
import { isReplayed, ReplayLoop } from "./replay";
import { Spool } from "./spool";
import { type Batch, maxBatch, storeBatch } from "./store";
import type { Outcome, Recorded, Visit } from "./visit";

const probeMs = 200;
/** Closing waits so long for what the database is at work on; the rest goes to the spool. */
const closeMs = 3_000;
/** Lost visits are logged this often at most. */
const logEveryMs = 1_000;

interface RecorderOptions {
  folder: string;
  /** A visit that is not committed so long after it came goes to the spool. */
  deadlineMs: number;
}

/** A visit whose visitor waits for it to be durable. */
interface Pending {
  visit: Visit;
  arrivedAt: number;
  /** Of its own trace. */
  span: Span;
  resolve: (recorded: Recorded) => void;
}

/** Tells each what became of it, and counts. */
function answerEach(pendings: readonly Pending[], recorded: readonly Recorded[]): void {
  const counts = new Map<Outcome, number>();
  for (const [place, { resolve }] of pendings.entries()) {
    const one = recorded[place] as Recorded;
    counts.set(one.outcome, (counts.get(one.outcome) ?? 0) + 1);
    resolve(one);
  }
  for (const [outcome, count] of counts) recordedVisits.inc({ outcome }, count);
}

/** The same became of all of them. */
function answerAll(pendings: readonly Pending[], outcome: Outcome): void {
  for (const { resolve } of pendings) resolve({ outcome, scannedAt: null });
  recordedVisits.inc({ outcome }, pendings.length);
}

/** A batch on its way to the database. */
interface Flight {
  batch: Batch;
  pendings: readonly Pending[];
  /** Or given to the spool, which answers; its id shows whether it was committed nevertheless. */
  isAnswered: boolean;
}

/** Visits that neither the database nor the disk took, logged once per second at most. */
class LostVisits {
  #count = 0;
  #err: unknown;
  #loggedAt = Number.NEGATIVE_INFINITY;

  add(count: number, err: unknown): void {
    this.#count += count;
    this.#err = err;
    if (performance.now() - this.#loggedAt > logEveryMs) this.report();
  }

  report(): void {
    if (this.#count === 0) return;
    log.error(
      { err: this.#err, count: this.#count },
      "visits were lost: neither database nor spool took them",
    );
    this.#count = 0;
    this.#loggedAt = performance.now();
  }
}

/**
 * Records visits durably by group commit: while one batch is being committed the next gathers. What the database does not
 * commit in time goes to the spool with the id of its batch, so that it is stored once, whatever became of the commit.
 * While the database is known to be away, or at work on a batch that is overdue, visits go to the spool at once.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #spool: Spool;
  readonly #replay: ReplayLoop;
  readonly #lost = new LostVisits();
  #waiting: Pending[] = [];
  #flight: Flight | undefined;
  #isRunning = false;
  #state: "well" | "late" | "away" = "well";
  #isClosed = false;
  wasOpened = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#spool = new Spool(options.folder);
    this.#replay = new ReplayLoop(this.#spool, () => !this.isDegraded);
    watchDegraded(() => this.isDegraded);
  }

  get isDegraded(): boolean {
    return this.#state !== "well";
  }

  /** Whether visits are or may be where the database does not have them. */
  async holdsVisits(): Promise<boolean> {
    return this.isDegraded || !(await isReplayed(this.#options.folder));
  }

  /** Never rejects: the visitor is answered, whatever becomes of the visit. */
  record(visit: Visit): Promise<Recorded> {
    const wait = (span: Span) =>
      new Promise<Recorded>((resolve) => {
        // Its event continues the trace, long after perhaps and in another process.
        const traceParent = currentTraceParent();
        const traced = traceParent === null ? visit : { ...visit, traceParent };
        this.#take({ visit: traced, arrivedAt: performance.now(), span, resolve });
      });
    return withSpan("record scan", {}, wait);
  }

  #take(pending: Pending): void {
    if (this.isDegraded) {
      this.#spoolVisit(pending);
      return;
    }
    this.#waiting.push(pending);
    if (this.#isRunning) return;
    this.#isRunning = true;
    // After everything that this turn of the event loop has ready.
    process.nextTick(() => void this.#run());
  }

  /** Stores what earlier processes have left, from now on again and again; nobody waits for it. */
  async open(): Promise<void> {
    this.wasOpened = true;
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    this.#isClosed = false;
    this.#state = "well";
    this.#replay.start();
  }

  /** Lets what is under way end within seconds; what comes later goes to the spool. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#replay.stop();
    const deadline = performance.now() + closeMs;
    while ((this.#isRunning || this.#replay.isRunning) && performance.now() < deadline) await sleep(10);
    this.#state = "away";
    this.#spoolWaiting();
    await this.#spool.close();
    this.#lost.report();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 && !this.isDegraded) {
      await this.#send(this.#waiting.splice(0, maxBatch));
    }
    this.#isRunning = false;
  }

  async #send(pendings: readonly Pending[]): Promise<void> {
    const batch = { id: newId(), visits: pendings.map(({ visit }) => visit) };
    const flight: Flight = { batch, pendings, isAnswered: false };
    const startedAt = performance.now();
    this.#flight = flight;
    const left = this.#options.deadlineMs - (startedAt - (pendings[0] as Pending).arrivedAt);
    // An answer that came while this process was busy is read before the batch is given up.
    const timer = setTimeout(() => setImmediate(() => this.#giveUp(flight)), Math.max(0, left));
    try {
      const spans = pendings.map(({ span }) => span);
      const recorded = await withSharedSpan("store scans together", spans, () => storeBatch(batch));
      this.#settle(flight, recorded);
      batchVisits.observe(pendings.length);
      batchSeconds.observe((performance.now() - startedAt) / 1_000);
    } catch (error) {
      this.#fail(flight, error);
    } finally {
      clearTimeout(timer);
      this.#flight = undefined;
    }
  }

  #settle(flight: Flight, recorded: readonly Recorded[] | null): void {
    if (this.#state === "late") this.#recover();
    if (flight.isAnswered) return;
    flight.isAnswered = true;
    if (recorded === null) answerAll(flight.pendings, "spooled");
    else answerEach(flight.pendings, recorded);
  }

  /** The batch may still be committed; its id shows that to a replay. */
  #giveUp(flight: Flight): void {
    if (this.#flight !== flight || flight.isAnswered) return;
    log.warn({ count: flight.pendings.length }, "the database is late; visits go to the spool");
    this.#state = "late";
    this.#spoolFlight(flight);
    this.#spoolWaiting();
  }

  #fail(flight: Flight, err: unknown): void {
    if (!flight.isAnswered) this.#spoolFlight(flight);
    if (!isOutOfReach(err)) {
      log.error(
        { err, count: flight.pendings.length },
        "a batch of visits was refused; it goes to the spool",
      );
      if (this.#state === "late") this.#recover();
      return;
    }
    if (this.#state !== "away") log.warn({ err }, "the database is away; visits go to the spool");
    this.#state = "away";
    this.#spoolWaiting();
    void this.#probe();
  }

  /** Commits nothing, again and again, until that succeeds: a database may answer and yet take no writes. */
  async #probe(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await storeBatch({ id: newId(), visits: [] });
        return this.#recover();
      } catch {
        await sleep(probeMs);
      }
    }
  }

  #recover(): void {
    if (this.#isClosed) return;
    this.#state = "well";
    this.#lost.report();
    log.warn({}, "the database stores visits again");
  }

  #spoolFlight(flight: Flight): void {
    flight.isAnswered = true;
    this.#answerWhenSafe(flight.pendings, this.#spool.addBatch(flight.batch));
  }

  #spoolWaiting(): void {
    for (const pending of this.#waiting.splice(0)) this.#spoolVisit(pending);
  }

  #spoolVisit(pending: Pending): void {
    this.#answerWhenSafe([pending], this.#spool.addVisit(pending.visit));
  }

  #answerWhenSafe(pendings: readonly Pending[], written: Promise<void>): void {
    if (!this.#isClosed) this.#replay.start();
    written.then(
      () => answerAll(pendings, "spooled"),
      (err: unknown) => {
        this.#lost.add(pendings.length, err);
        answerAll(pendings, "lost");
      },
    );
  }
}

const recorder = () =>
  oncePerProcess(
    "scan recorder",
    () => new Recorder({ folder: join(env.dataDir, "spool"), deadlineMs: 500 }),
  );

/** Begins to store what earlier processes have left in the spool. Call it when the database is open. */
export function openRecorder(): Promise<void> {
  return recorder().open();
}

/** Stores what is under way, within seconds; what the database has not taken by then is left in the spool. */
export function closeRecorder(): Promise<void> {
  return recorder().close();
}

/**
 * Resolves when the visit is durable, and never rejects: what became of it is in the answer. Where nobody has opened the
 * recorder, as in Next without the front, the first visit does.
 */
export function recordVisit(visit: Visit): Promise<Recorded> {
  const used = recorder();
  if (!used.wasOpened) used.open().catch((err: unknown) => log.warn({ err }, "the spool cannot be opened"));
  return used.record(visit);
}

/** Whether this process, or one before it with the same folder, has visits that the database may not have taken yet. */
export function holdsVisits(): Promise<boolean> {
  return recorder().holdsVisits();
}
