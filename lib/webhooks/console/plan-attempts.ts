import type { Schedule } from "../run/schedule";
import type { LogRow, PlannedAttempt } from "../schema";

/**
 * The attempts that a delivery still has, if each before fails: the next exactly, those after it as the schedule has them,
 * without its jitter and what a receiver may ask to wait.
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
    // What follows one that is under way is reckoned from its end, which nobody knows.
    if (at === null) break;
    at += baseSeconds * factor ** (attempt - 1) * 1_000;
  }
  return planned;
}
