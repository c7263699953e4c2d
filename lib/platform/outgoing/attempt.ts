import type { Socket } from "node:net";
import { type FaultCode, FetchFault } from "./fault";

/** What an attempt is doing, and so what it is told to have failed at when its time runs out there. */
type Phase = "resolve" | "connect" | "tls" | "permission" | "answer";

const faultAtDeadline: Record<Phase, FaultCode> = {
  resolve: "dns_error",
  connect: "timeout",
  tls: "tls_error",
  permission: "given_up",
  answer: "timeout",
};

/** One deadline over all that an attempt does. At its end, or when it is given up, what is open is destroyed. */
export class Attempt {
  readonly startedAt = performance.now();
  phase: Phase = "resolve";
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #giveUp = () => this.#end("given_up");
  readonly #outer: AbortSignal | undefined;
  #socket: Socket | undefined;
  /** Never settles but by a rejection; every wait of the attempt races with it. */
  readonly #ended: Promise<never>;

  constructor(deadlineMs: number, outer: AbortSignal | undefined) {
    this.#ended = new Promise((_, reject) => {
      this.signal.addEventListener("abort", () => reject(this.signal.reason as FetchFault), { once: true });
    });
    this.#ended.catch(() => {});
    this.#timer = setTimeout(() => this.#end(faultAtDeadline[this.phase]), deadlineMs);
    this.#outer = outer;
    if (outer?.aborted) this.#giveUp();
    else outer?.addEventListener("abort", this.#giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  #end(code: FaultCode): void {
    this.#socket?.destroy();
    this.#over.abort(new FetchFault(code));
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#ended]);
  }

  /**
   * The socket does not outlive the attempt's end. It takes the place of the one before, on which it stands: destroying
   * both, the lower one first, crashes the process.
   */
  hold(socket: Socket): void {
    this.#socket = socket;
    if (this.signal.aborted) socket.destroy();
  }

  /** The clock stops, the sockets stay; what comes after has bounds of its own. */
  stopClock(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#giveUp);
  }

  /** The end, however it came to it: nothing of the attempt stays open. */
  close(): void {
    this.stopClock();
    this.#end("given_up");
  }
}
