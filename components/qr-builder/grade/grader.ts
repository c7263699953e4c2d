import type { Built } from "../draft/build-code";
import type { Grade, GradeReply, GradeRequest } from "./grade";

interface Job {
  built: Built;
  withTests: boolean;
  resolve: (grade: Grade) => void;
  reject: (error: Error) => void;
}

export class Superseded extends Error {}

/** One worker, one task at a time. Only the newest grade waits; a proof for a download always gets its turn. */
export class Grader {
  #worker: Worker | null = null;
  #running: Job | null = null;
  #proofs: Job[] = [];
  #next: Job | null = null;
  #count = 0;

  grade(built: Built): Promise<Grade> {
    return new Promise((resolve, reject) => {
      this.#next?.reject(new Superseded());
      this.#next = { built, withTests: true, resolve, reject };
      this.#advance();
    });
  }

  prove(built: Built): Promise<Grade> {
    return new Promise((resolve, reject) => {
      this.#proofs.push({ built, withTests: false, resolve, reject });
      this.#advance();
    });
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const job of [this.#running, this.#next, ...this.#proofs]) job?.reject(new Superseded());
    this.#running = null;
    this.#next = null;
    this.#proofs = [];
  }

  #advance(): void {
    if (this.#running) return;
    const job = this.#proofs.shift() ?? this.#next;
    if (!job) return;
    if (job === this.#next) this.#next = null;
    this.#running = job;
    const { payload, matrix, style } = job.built;
    const request: GradeRequest = { id: ++this.#count, payload, matrix, style, withTests: job.withTests };
    this.#open().postMessage(request);
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./grade-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<GradeReply>) => {
      if (data.id !== this.#count) return;
      if ("grade" in data) this.#settle((job) => job.resolve(data.grade));
      else this.#settle((job) => job.reject(new Error(data.failure)));
    };
    worker.onerror = () => {
      worker.terminate();
      this.#worker = null;
      this.#settle((job) => job.reject(new Error("The reader did not load.")));
    };
    this.#worker = worker;
    return worker;
  }

  #settle(finish: (job: Job) => void): void {
    const job = this.#running;
    this.#running = null;
    if (job) finish(job);
    this.#advance();
  }
}
