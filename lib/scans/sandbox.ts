import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "@/lib/accounts/schema";
import type { Rules } from "@/lib/codes/schema";
import { type BeforeCommit, db, sql } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { markStaleDays } from "@/lib/rollups";
import { chooseTarget, compileRoutes } from "@/lib/routes";
import { requireScope } from "./list";
import type { CreatedScans, SandboxScans } from "./schema";
import { storeBatch } from "./store";
import { type Recorded, unknown, type Visit } from "./visit";
import { describeVisitor, hashVisitor } from "./visitor";

/** A usual phone, for scans that name no user agent. */
const usualAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

const yearMs = 365 * 86_400_000;

/**
 * Makes scans of a sandbox code as a visitor from where the caller is would, and answers how many there are now. Throws
 * `not_found`, and `validation_failed` for a time that is not of the last year.
 */
export async function createSandboxScans(
  caller: Caller,
  input: SandboxScans,
  clientAddress: string,
  beforeCommit?: BeforeCommit<CreatedScans>,
): Promise<CreatedScans> {
  const now = new Date();
  const at = input.scannedAt === undefined ? undefined : new Date(input.scannedAt);
  if (at !== undefined) requireLastYear(at, now);
  await requireScope(caller, { qrCodeId: input.qrCodeId });
  const visits = await createVisits(caller, input, clientAddress, at ?? now);
  // The others follow a millisecond apart, and none of them is stored before it has been.
  const aheadMs = at === undefined ? 0 : at.getTime() + visits.length - now.getTime();
  if (aheadMs > 0) await sleep(aheadMs);
  let created: CreatedScans = { created: 0, excluded: 0 };
  await storeGeneratedVisits(visits, {
    at,
    beforeCommit: async (tx, recorded) => {
      created = countScans(recorded);
      await beforeCommit?.(tx, created);
    },
  });
  return created;
}

/** Faults of a body that its schema does not see. */
export function validateSandboxScans(input: Record<string, unknown>, now: Date): ServiceError[] {
  const { scannedAt } = input;
  if (typeof scannedAt !== "string") return [];
  const at = new Date(scannedAt);
  const fault = Number.isNaN(at.getTime()) ? null : findTimeFault(at, now);
  return fault === null ? [] : [fault];
}

function findTimeFault(at: Date, now: Date): ServiceError | null {
  const earliest = new Date(now.getTime() - yearMs);
  if (at <= now && at >= earliest) return null;
  const [code, words] =
    at > now
      ? ["in_the_future", "must not be in the future"]
      : ["too_old", "must be within the last 365 days"];
  return fieldError("validation_failed", { field: "scannedAt", code, message: `scannedAt ${words}` });
}

function requireLastYear(at: Date, now: Date): void {
  const fault = findTimeFault(at, now);
  if (fault !== null) throw fault;
}

async function createVisits(
  { accountId, environment }: Caller,
  { qrCodeId, count, userAgent = usualAgent, country, city }: SandboxScans,
  clientAddress: string,
  at: Date,
): Promise<Visit[]> {
  const described = await describeVisitor({ method: "GET", userAgent, clientAddress });
  // A city of one's own address would lie in another country than the one that was asked for.
  const place = country === undefined ? {} : { country, city: unknown };
  const visitor = {
    ...described.visitor,
    ...place,
    ...(city !== undefined && { city }),
    visitor: hashGeneratedVisitor(accountId, at, described.visitor.userAgent),
  };
  const { excluded } = described;
  const isSandbox = environment === "sandbox";
  const where = { id: qrCodeId, accountId, environment };
  const code = await db.qrCode.findFirst({ where, select: { target: true, rules: true } });
  const rules = (code?.rules ?? {}) as Rules;
  const context = { ...visitor, languages: [], at: at.getTime(), isAutomatic: excluded !== null };
  const routes = compileRoutes({ url: code?.target ?? "", routes: rules.routes });
  const { route, variant } = chooseTarget(routes, context);
  const chosen = { ...(route !== null && { route }), ...(variant !== null && { variant }) };
  const hasGoals = rules.appendScanId === true && excluded === null;
  return Array.from({ length: count }, () => ({
    id: newId(),
    codeId: qrCodeId,
    accountId,
    isSandbox,
    visitor,
    excluded,
    ...chosen,
    ...(hasGoals && { hasGoals }),
  }));
}

/**
 * One visitor a day for each agent. Scans may be dated to any day of a year, so it takes no salt, which is gone
 * after two days; and no address, since what anybody can derive again must not lead back to one.
 */
function hashGeneratedVisitor(accountId: string, at: Date, userAgent: string): string {
  const day = at.toISOString().slice(0, 10);
  return hashVisitor(Buffer.from(`${accountId} ${day}`), "", userAgent);
}

function countScans(recorded: readonly Recorded[]): CreatedScans {
  const count = (...outcomes: Recorded["outcome"][]) =>
    recorded.filter(({ outcome }) => outcomes.includes(outcome)).length;
  if (count("gone") === recorded.length) throw new ServiceError("not_found", "There is no such code");
  return { created: count("counted"), excluded: count("excluded", "beyond") };
}

interface PastOptions {
  /** The instant of the first, for visits of the past; the others follow a millisecond apart. */
  at?: Date | undefined;
  beforeCommit: BeforeCommit<Recorded[]>;
}

/**
 * Stores generated visits of one data set, a batch of them at most, in one transaction with the work of `beforeCommit`.
 * Those of the past are outside of the order of stamps, so that a poll with `since` does not see them. Rejects when
 * the database does not take them; none goes to the spool.
 */
export async function storeGeneratedVisits(
  visits: readonly Visit[],
  { at, beforeCommit }: PastOptions,
): Promise<void> {
  await storeBatch(
    { id: newId(), visits },
    {
      ...(at && { at }),
      // None of the connections of short URLs.
      pool: sql,
      beforeCommit: async (tx, recorded) => {
        const [owner] = visits;
        if (at !== undefined && owner !== undefined) {
          const days = [at, new Date(at.getTime() + visits.length - 1)].map(dayOf);
          await markStaleDays(tx, owner, days);
        }
        await beforeCommit(tx, recorded);
      },
    },
  );
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
