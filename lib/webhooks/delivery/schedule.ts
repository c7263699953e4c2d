import type { AttemptError, LogRow, PlannedAttempt } from "../schema";

/** What came of an attempt: an answer, or why there was none. */
export interface AttemptResult {
  status: number | null;
  error: AttemptError | null;
  /** The header of that name, as it came. */
  retryAfter: string | undefined;
  /** Milliseconds until the answer's headers were complete, or until it was given up. */
  durationMs: number;
}

/** What a delivery is after an attempt. */
export interface Verdict {
  status: "delivered" | "retrying" | "failed";
  /** From the attempt's end to the next; null: there is none. */
  delayMs: number | null;
}

export interface Schedule {
  baseSeconds: number;
  factor: number;
}

/** Half-open: attempts of an outage are spread, and with what it takes to begin one it stays within 10 %. */
const jitterFrom = 0.92;
const jitterTo = 1.06;

/** What is asked for is waited for in full, and those who were asked for the same come back spread as well. */
const retryAfterJitter = 0.06;
/** The most that is honoured; who asks for so much or more is not spread, since each endpoint grows from one request at a time. */
const longestRetryAfterMs = 3_600_000;

/** 410: the receiver wants no more attempts for this event. */
const gone = 410;

/** Judges an attempt, the `attempt`-th of at most `maxAttempts`. `random` gives a number from 0 up to 1. */
export function evaluateAttempt(
  result: AttemptResult,
  { attempt, maxAttempts }: { attempt: number; maxAttempts: number },
  schedule: Schedule,
  now: Date,
  random: () => number = Math.random,
): Verdict {
  if (result.error === null) return { status: "delivered", delayMs: null };
  if (attempt >= maxAttempts || result.status === gone) return { status: "failed", delayMs: null };
  const chance = random();
  const jitter = jitterFrom + (jitterTo - jitterFrom) * chance;
  const scheduledMs = schedule.baseSeconds * schedule.factor ** (attempt - 1) * jitter * 1_000;
  const askedMs = result.retryAfter === undefined ? 0 : readRetryAfter(result.retryAfter, now);
  const honouredMs = Math.min(askedMs * (1 + retryAfterJitter * chance), longestRetryAfterMs);
  return { status: "retrying", delayMs: Math.max(scheduledMs, honouredMs) };
}

/**
 * The attempts that a delivery still has if each one fails: the next one exactly, those after it by the schedule, without its
 * jitter and without what a receiver may ask to wait.
 */
export function planAttempts(
  { status, attempts, maxAttempts, nextAttemptAt }: LogRow,
  { baseSeconds, factor }: Schedule,
): PlannedAttempt[] {
  if (status !== "pending" && status !== "retrying") return [];
  const planned: PlannedAttempt[] = [];
  let at = nextAttemptAt === null ? null : Date.parse(nextAttemptAt);
  for (let attempt = attempts + 1; attempt <= maxAttempts; attempt++) {
    const isLast = attempt === maxAttempts;
    planned.push({ attempt, at: at === null ? null : new Date(at).toISOString(), isLast });
    // What follows a running attempt depends on its end, which is not known.
    if (at === null) break;
    at += baseSeconds * factor ** (attempt - 1) * 1_000;
  }
  return planned;
}

/** The three forms of an HTTP-date (RFC 9110, 5.6.7), of which the last names no zone; all are in UTC. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
/** A fraction is not in the standard, but plain. */
const seconds = /^\d+(?:\.\d+)?$/;

/** Milliseconds that a `Retry-After` asks to wait (RFC 9110, 10.2.3); 0 for one that says nothing. */
function readRetryAfter(value: string, now: Date): number {
  const text = value.trim();
  if (seconds.test(text)) return Number(text) * 1_000;
  if (!httpDates.some((form) => form.test(text))) return 0;
  const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? 0 : Math.max(0, time - now.getTime());
}
