import { randomInt } from "node:crypto";
import type { Caller } from "@/lib/accounts/schema";
import { createCodes } from "@/lib/codes/bulk";
import { findDynamicIds } from "@/lib/codes/operator";
import { markAllDays } from "@/lib/rollups";
import { redateScans } from "@/lib/rollups/redate";
import { buildDocuments, generateScans, historyBounds } from "@/lib/scans/generate";
import { requireUser } from "./accounts";
import { command, UsageError } from "./command";
import { Progress } from "./progress";

/** What an account without dynamic codes gets, as far as its plan goes. */
const demonstrationCodes = ["Menu", "Shop window", "Flyer", "Packaging", "Business card"].map((name) => ({
  name,
  type: "url",
  content: `https://example.com/${name.toLowerCase().replace(" ", "-")}`,
  isDynamic: true,
}));

/** Scans of just now are left to visitors: a history ends before anything that is being stored. */
const restMs = 60_000;
const dayMs = 86_400_000;

interface History {
  count: number;
  days: number;
  seed: number;
  until: Date | null;
}

function readHistory(values: Record<"count" | "days" | "seed" | "until", string | undefined>): History {
  const faults: string[] = [];
  const number = (name: "count" | "days" | "seed", least: number, most: number) => {
    const value = /^\d{1,12}$/.test(values[name] ?? "") ? Number(values[name]) : Number.NaN;
    if (value >= least && value <= most) return value;
    faults.push(`--${name} must be a whole number from ${least} to ${most}.`);
    return Number.NaN;
  };
  const { countOfDay } = historyBounds;
  const count = number("count", 1, historyBounds.count);
  const days = number("days", 1, historyBounds.days);
  const seed = values.seed === undefined ? randomInt(2 ** 32) : number("seed", 0, 2 ** 32 - 1);
  const until = values.until === undefined ? null : readInstant(values.until, faults);
  if (until !== null && until.getTime() - days * dayMs < historyBounds.earliest.getTime()) {
    faults.push("--until must be late enough for the history to begin in 2000 or later.");
  }
  if (count > days * countOfDay) {
    faults.push(`--count must be at most ${countOfDay} a day, each with a millisecond of its own.`);
  }
  if (faults.length > 0) throw new UsageError(faults);
  return { count, days, seed, until };
}

function readInstant(text: string, faults: string[]): Date {
  const instant = new Date(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(text) ? text : Number.NaN,
  );
  if (!(instant.getTime() <= Date.now() - restMs)) {
    faults.push("--until must be at least a minute in the past, like 2026-01-31T12:00:00Z.");
  }
  return instant;
}

/** The account's dynamic codes, the oldest first; demonstration codes where there are none. */
async function findCodes(caller: Caller): Promise<string[]> {
  const ids = await findDynamicIds(caller);
  if (ids.length > 0) return ids;
  const { created } = await createCodes(caller, demonstrationCodes);
  if (created.length === 0) {
    throw new UsageError(["The account has no dynamic code, and its plan has no room for one."]);
  }
  return created.map(({ id }) => id);
}

async function generate(email: string, { count, days, seed, until }: History): Promise<object> {
  const startedAt = performance.now();
  const { caller } = await requireUser(email);
  const { accountId } = caller;
  const codeIds = await findCodes(caller);
  const progress = new Progress("Scans");
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const made = await generateScans(
    { accountId, codeIds, count, days, seed, until: until ?? new Date(Date.now() - restMs) },
    { onProgress: (scans) => progress.show(scans, count), signal: interruption.signal },
  );
  if (made.scans < count) {
    throw new Error(`Interrupted: ${made.scans} of ${count} scans were stored, and they count.`);
  }
  const documents = new Progress("Days counted");
  await buildDocuments(accountId, {
    onProgress: (done, of) => documents.show(done, of),
    signal: interruption.signal,
  });
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { accountId, ...made, codes: codeIds.length, days, seed, seconds };
}

export const generateScansCommand = command(
  "scans:generate",
  "Generates a history of scans of an account's dynamic codes, for demonstrations and benchmarks. It does not count towards the plan's detailed scans.",
  {
    email: { meaning: "The account's sign-in email.", isRequired: true },
    count: { meaning: `How many scans, 1 to ${historyBounds.count}.`, isRequired: true },
    days: { meaning: `How many days they are spread over, 1 to ${historyBounds.days}.`, isRequired: true },
    seed: {
      meaning: "A seed from 0 to 4294967295: the same seed generates the same history. Default: random.",
    },
    until: { meaning: "When it ends, like 2026-01-31T12:00:00Z. Default: a minute ago." },
  },
  ({ email, ...values }) => {
    const history = readHistory(values);
    return () => generate(email, history);
  },
);

async function rebuild(email: string, from: string | undefined): Promise<object> {
  const startedAt = performance.now();
  const { user } = await requireUser(email);
  const { accountId } = user;
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const marked = await markAllDays(accountId, from);
  const progress = new Progress("Days counted");
  await buildDocuments(accountId, {
    onProgress: (done, of) => progress.show(done, of),
    signal: interruption.signal,
  });
  if (interruption.signal.aborted) {
    throw new Error("Interrupted: the days that are left stay marked, and the server counts them.");
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { accountId, email: user.email, ...marked, seconds };
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export const rebuildScansCommand = command(
  "scans:rebuild",
  "Rebuilds an account's daily counts from its scans, as far back as single scans are kept.",
  {
    email: { meaning: "The account's sign-in email.", isRequired: true },
    from: { meaning: "The first day (UTC) to rebuild, like 2026-01-31. Default: all days." },
  },
  ({ email, from }) => {
    if (from !== undefined && !isDay(from)) {
      throw new UsageError(["--from must be a day of the calendar, like 2026-01-31."]);
    }
    return () => rebuild(email, from);
  },
);

export const redateScansCommand = command(
  "scans:redate",
  "Dates scans of the future now, after a clock was ahead. First correct the clock and make a backup. Readers of the events feed must start again with after=now.",
  {},
  () => redateScans,
);
