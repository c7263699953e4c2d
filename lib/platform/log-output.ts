import { write, writeSync } from "node:fs";
import { counter } from "./metrics";
import { oncePerProcess } from "./process-state";

const droppedLines = counter({
  name: "quietzone_log_lines_dropped_total",
  help: "Lines that standard output or standard error could not take: a full disk, a closed pipe, a reader that is too slow.",
});

/** Lines are written together: under load one system call for some twenty of them, else within this time. */
const batchBytes = 4_096;
const flushMs = 200;
/** Lines that wait for a slow reader; beyond it new ones are dropped. */
const maxWaitingBytes = 1_048_576;
/** How long a reader that takes nothing right now is left alone, and how often the last flush tries. */
const busyMs = 100;
const lastTries = 10;

const lineBreak = 0x0a;

function isBusy(error: NodeJS.ErrnoException): boolean {
  return error.code === "EAGAIN" || error.code === "EBUSY";
}

/** Lines that end after `from`. A break right there ends what is written already. */
function countLines(bytes: Uint8Array, from: number): number {
  let lines = 0;
  for (let at = bytes[from] === lineBreak ? from + 1 : from; at < bytes.length; at++) {
    if (bytes[at] === lineBreak) lines++;
  }
  return lines;
}

/** Waits without giving way to anything else; for the last moment of the process. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Writes whole lines to a file descriptor, in batches and without waiting. A line that can't be written is dropped and
 * counted, never thrown; later lines are tried again.
 */
export class LogOutput {
  readonly #descriptor: number;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #isWriting = false;
  /** A batch broke off inside a line: the next one starts on a new line. */
  #isLineOpen = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** @param line ends with a line break. */
  write(line: string): void {
    if (this.#waitingBytes + line.length > maxWaitingBytes) {
      droppedLines.inc();
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    if (this.#isWriting) return;
    if (this.#waitingBytes >= batchBytes) this.#writeBatch();
    else this.#timer ??= setTimeout(() => this.#writeBatch(), flushMs).unref();
  }

  /** Writes what waits before it returns. */
  flushSync(): void {
    const batch = this.#nextBatch();
    for (let from = 0, tries = 0; from < batch.length; ) {
      try {
        from += writeSync(this.#descriptor, batch, from);
      } catch (error) {
        if (!isBusy(error as NodeJS.ErrnoException) || ++tries === lastTries) {
          this.#drop(batch, from);
          return;
        }
        pause(busyMs);
      }
    }
  }

  #nextBatch(): Buffer {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (text === "" || !this.#isLineOpen) return Buffer.from(text);
    this.#isLineOpen = false;
    return Buffer.from(`\n${text}`);
  }

  #writeBatch(): void {
    const batch = this.#nextBatch();
    if (batch.length === 0 || this.#isWriting) return;
    this.#isWriting = true;
    this.#writeRest(batch, 0);
  }

  #writeRest(batch: Buffer, from: number): void {
    write(this.#descriptor, batch, from, (error, written) => {
      if (error !== null && isBusy(error)) {
        setTimeout(() => this.#writeRest(batch, from), busyMs).unref();
        return;
      }
      if (error === null && from + written < batch.length) {
        this.#writeRest(batch, from + written);
        return;
      }
      if (error !== null) this.#drop(batch, from);
      this.#isWriting = false;
      if (this.#waiting.length > 0) this.#writeBatch();
    });
  }

  #drop(batch: Uint8Array, from: number): void {
    droppedLines.inc(countLines(batch, from));
    this.#isLineOpen = from === 0 ? batch[0] === lineBreak : batch[from - 1] !== lineBreak;
  }
}

/** Drops and counts what anything else can't print. Without it a closed pipe or a full disk at standard output ends the process. */
export function guardStandardStreams(): void {
  oncePerProcess("standard streams", () => {
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => droppedLines.inc());
    return true;
  });
}
