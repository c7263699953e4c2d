import { SettingsError } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { guardStandardStreams } from "@/lib/platform/log-output";

const fullDisk = /\bENOSPC\b|no space left on device|\bdisk full\b/i;

/** What the operator reads of an error: its own words, and what to do where they only say that a disk is full. */
export function describeFault(error: unknown): string {
  const { message } = error as Error;
  if (!fullDisk.test(message)) return message;
  return `${message.replace(/\.$/, "")}. A disk is full: make room where DATA_DIR lies, or where the database does.`;
}

/** What one of our programs has started. */
export interface Running {
  /** Ends what is in flight, then everything else; `force` resolves when waiting is no longer wanted. */
  stop(force: Promise<void>): Promise<void>;
}

/** The whole stop, database included, is over within this time or the process ends all the same. */
const stopMs = 60_000;
/** A terminal and npm may both pass on one Ctrl-C; only a later signal is a second wish. */
const sameSignalMs = 1_000;

function exit(code: number): never {
  log.flush();
  process.exit(code);
}

/** Faults of the operator's making get their sentences; others a stack in the log. */
function reportFault(error: unknown): void {
  const sentences = error instanceof SettingsError ? error.faults : [describeFault(error)];
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  if (!(error instanceof SettingsError)) log.error({ err: error }, "the service could not start");
}

/** The life of this process: what is started lasts until a signal or a crash stops it, and the process ends with it. */
class Program {
  #running: Running | undefined;
  #starting: Promise<Running> | undefined;
  #stoppedAt: number | undefined;
  #force = () => {};
  readonly #forced = new Promise<void>((resolve) => {
    this.#force = resolve;
  });

  async start(start: () => Promise<Running>, onReady: () => void): Promise<void> {
    try {
      this.#starting = start();
      this.#running = await this.#starting;
      if (this.#stoppedAt === undefined) onReady();
    } catch (error) {
      if (this.#stoppedAt !== undefined) return;
      reportFault(error);
      exit(1);
    }
  }

  onSignal(signal: NodeJS.Signals): void {
    const now = performance.now();
    if (this.#stoppedAt !== undefined) {
      if (now - this.#stoppedAt > sameSignalMs) this.#force();
      return;
    }
    this.#stoppedAt = now;
    log.info({ signal }, "stopping");
    void this.#stop(0);
  }

  /** Nobody knows in what state the process is: it says so, gives the database back, and is started again from outside. */
  onCrash(error: unknown): void {
    log.fatal({ err: error }, "an error was not handled; the process ends");
    log.flush();
    if (this.#stoppedAt !== undefined) exit(1);
    this.#stoppedAt = performance.now();
    this.#force();
    void this.#stop(1);
  }

  async #stop(code: number): Promise<void> {
    setTimeout(() => {
      log.fatal({}, "stopping took too long");
      exit(1);
    }, stopMs).unref();
    // A signal may come while it is still starting: what is half open is closed when it is whole.
    const running = this.#running ?? (await this.#starting?.catch(() => undefined));
    await running?.stop(this.#forced);
    exit(code);
  }
}

/**
 * Runs what `start` starts until SIGTERM, SIGINT or SIGHUP, and then ends the process with status 0. A start that throws
 * ends it with status 1 and its sentences on standard error, a later crash with status 1 once everything is closed.
 */
export function runProgram(start: () => Promise<Running>, onReady: () => void): void {
  const program = new Program();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, (received) => program.onSignal(received));
  }
  process.on("uncaughtException", (error) => program.onCrash(error));
  process.on("unhandledRejection", (error) => program.onCrash(error));
  guardStandardStreams();
  void program.start(start, onReady);
}
