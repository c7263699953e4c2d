import { currentTraceParent, type Span } from "@/lib/platform/traces";
import type { Outcome, Recorded, Visit } from "../visit";
import { recordedVisits } from "./numbers";

/** A visit whose visitor waits for it to be durable. */
export interface Pending {
  visit: Visit;
  arrivedAt: number;
  /** Of its own trace. */
  span: Span;
  resolve: (recorded: Recorded) => void;
}

/** Keeps with the visit where its trace stands: its event may be written long after, and by another process. */
export function pendingOf(visit: Visit, span: Span, resolve: Pending["resolve"]): Pending {
  const traceParent = currentTraceParent();
  const traced = traceParent === null ? visit : { ...visit, traceParent };
  return { visit: traced, arrivedAt: performance.now(), span, resolve };
}

/** Tells each what became of it, and counts. */
export function answerEach(pendings: readonly Pending[], recorded: readonly Recorded[]): void {
  const counts = new Map<Outcome, number>();
  for (const [place, { resolve }] of pendings.entries()) {
    const one = recorded[place] as Recorded;
    counts.set(one.outcome, (counts.get(one.outcome) ?? 0) + 1);
    resolve(one);
  }
  for (const [outcome, count] of counts) recordedVisits.inc({ outcome }, count);
}

/** The same became of all of them. */
export function answerAll(pendings: readonly Pending[], outcome: Outcome): void {
  for (const { resolve } of pendings) resolve({ outcome, scannedAt: null });
  recordedVisits.inc({ outcome }, pendings.length);
}
