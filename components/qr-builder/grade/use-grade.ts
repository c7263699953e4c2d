"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Built } from "../draft/build-code";
import type { Grade, GradeReply, GradeRequest } from "./grade";

/** Drawing keeps up with typing; grading waits until a key has rested this long. */
const restMs = 140;

/** The grade of the code shown; the last stays, `isStale`, while a newer one is made. `prove` checks a styled file. */
export function useGrade(built: Built) {
  const grader = useRef<Grader | null>(null);
  const [graded, setGraded] = useState<{ of: Built; grade: Grade } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => () => grader.current?.close(), []);
  useEffect(() => {
    let isCurrent = true;
    const later = setTimeout(async () => {
      grader.current ??= new Grader();
      try {
        const grade = await grader.current.grade(built);
        if (!isCurrent) return;
        setGraded({ of: built, grade });
        setFailure(null);
      } catch (error) {
        if (isCurrent && !(error instanceof Superseded)) setFailure((error as Error).message);
      }
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(later);
    };
  }, [built]);
  const prove = useCallback(async (code: Built) => {
    grader.current ??= new Grader();
    return (await grader.current.prove(code)).isProven;
  }, []);
  return { grade: graded?.grade ?? null, isStale: graded?.of !== built, failure, prove };
}

export type Graded = ReturnType<typeof useGrade>;

interface Job {
  built: Built;
  withTests: boolean;
  resolve: (grade: Grade) => void;
  reject: (error: Error) => void;
}

class Superseded extends Error {}

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
      this.#settle((job) => job.reject(new Error("The reader didn't load.")));
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
