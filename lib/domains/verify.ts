import type { Caller } from "@/lib/accounts/schema";
import { type NewEvent, writeEvents } from "@/lib/events";
import {
  type BeforeCommit,
  db,
  isSqlState,
  type PrismaTransaction,
  prismaTransaction,
} from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { consumeRate } from "@/lib/rate-limit";
import { type HostRecords, lookUpHost, txtNameOf } from "./dns";
import { recordDomainAudit } from "./domains";
import { type DueMail, mailFailing, mailLost, mailSuspended } from "./mails";
import {
  adoptSuspension,
  claimDueDomains,
  deleteUnproved,
  type HostRow,
  lockHostRows,
  type NextCheck,
  stopServing,
  updateChecked,
} from "./queries";
import { presentDomain, refuseSandbox, requireDomain } from "./read";
import { type Domain, type FailingData, pendingDays } from "./schema";

const verifiesPerHour = 20;
/** So often DNS is asked for one call while other accounts verify the host meanwhile. */
const maxLookUps = 3;
const retryAfterSeconds = 5;

/** Daily checks in a row without the TXT record that make a domain failing. */
const failingAfter = 3;

/**
 * Asks DNS about a domain and stores what it said, whatever that is; the first proof makes it served. A host whose account has
 * no proof any more moves. Throws `not_found`, `rate_limited` after 20 calls of the account per hour, `domain_taken` where
 * another account has the host and its proof is there, too, and `unavailable` where other accounts keep verifying it.
 */
export async function verifyDomain(
  caller: Caller,
  id: string,
  beforeCommit?: BeforeCommit<Domain>,
): Promise<Domain> {
  refuseSandbox(caller);
  const { host } = await requireDomain(db, caller, id);
  await limitVerifies(caller);
  for (let lookUp = 1; lookUp <= maxLookUps; lookUp += 1) {
    const checks = await listChecks(host);
    const records = await lookUpHost(host);
    const verified = await settle(id, records, { isDaily: false, caller, checks }, async (tx) => {
      const domain = presentDomain(await requireDomain(tx, caller, id));
      await beforeCommit?.(tx, domain);
      return domain;
    });
    if (verified === "taken") throw domainTaken(host);
    if (verified !== "outdated") return verified;
  }
  throw new ServiceError("unavailable", "The host is being verified by another account; verify again", {
    retryAfterSeconds,
  });
}

/** When each account's domain with a host was checked last, by the domain's id. */
async function listChecks(host: string): Promise<Map<string, number | undefined>> {
  const rows = await db.domain.findMany({ where: { host }, select: { id: true, checkedAt: true } });
  return new Map(rows.map(({ id, checkedAt }) => [id, checkedAt?.getTime()]));
}

async function limitVerifies({ accountId }: Caller): Promise<void> {
  const rule = { key: `domain-verify:${accountId}`, limit: verifiesPerHour, windowSeconds: 3_600 };
  const { allowed, retryAfterSeconds } = await consumeRate([rule]);
  if (allowed) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message = `Domains are verified at most ${verifiesPerHour} times per hour. Verify again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}, or wait for the next check`;
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: Math.max(1, retryAfterSeconds) });
}

function domainTaken(host: string): ServiceError {
  const message = `Another account has verified ${host}, and its TXT record is still there; remove it at ${txtNameOf(host)}, then verify again`;
  return fieldError("domain_taken", { field: "host", code: "domain_taken", message });
}

interface Occasion {
  /** Whether a missing record counts towards failing. */
  isDaily: boolean;
  /** When domains with the host had been checked before DNS was asked (`listChecks`). */
  checks?: ReadonlyMap<string, number | undefined>;
  /** Null: the service's own check. */
  caller: Pick<Caller, "key" | "userId"> | null;
}

/** `taken`: another account has the host and proves it, too. `outdated`: it was checked after DNS was asked; ask again. */
type Settled<T> = T | "taken" | "outdated";

/**
 * Stores what DNS said of a domain, and moves its host where that proves it. Mails what owners need to know once it is
 * committed. Throws `not_found` where the domain is gone.
 */
async function settle<T>(
  id: string,
  records: HostRecords,
  occasion: Occasion,
  present: (tx: PrismaTransaction) => Promise<T>,
): Promise<Settled<T>> {
  const attempt = () => prismaTransaction((tx) => settleUnderLock(tx, id, records, occasion, present));
  const { mails, result } = await attempt().catch((error: unknown) => {
    // A row that was added and proved while this one waited for the locks was not among those that were locked.
    if (isSqlState(error, "23505")) return attempt();
    throw error;
  });
  for (const mail of mails) mail();
  return result;
}

async function settleUnderLock<T>(
  tx: PrismaTransaction,
  id: string,
  records: HostRecords,
  occasion: Occasion,
  present: (tx: PrismaTransaction) => Promise<T>,
): Promise<{ mails: DueMail[]; result: Settled<T> }> {
  const rows = await lockHostRows(tx, id);
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new ServiceError("not_found", "There is no domain with this id");
  const judged = judge(row, rows, records, occasion.isDaily);
  const { loser } = judged;
  // A slow answer of before must not take a host from the account that has proved it since.
  if (loser !== undefined && loser.checkedAt?.getTime() !== occasion.checks?.get(loser.id))
    return { mails: [], result: "outdated" };
  const mails = await store(tx, row, judged, records, occasion);
  // A host stays suspended when another account proves it; who hasn't proved it learns nothing.
  const reason = judged.isServed && !row.isServed && !row.isSuspended ? await adoptSuspension(tx, row) : null;
  if (reason !== null) {
    await recordDomainAudit(tx, { accountId: row.accountId, key: null }, "domain.suspended", id);
    mails.push(await mailSuspended(tx, row, reason));
  }
  return { mails, result: judged.isTaken ? "taken" : await present(tx) };
}

interface Judgement extends Pick<HostRow, "status" | "isServed" | "failedChecks"> {
  hasProof: boolean;
  /** The row of another account that loses the host. */
  loser: HostRow | undefined;
  /** Another account has the host and proves it. */
  isTaken: boolean;
  next: NextCheck;
}

/** What DNS makes of a domain. That it did not answer changes nothing. */
function judge(row: HostRow, rows: readonly HostRow[], { tokens }: HostRecords, isDaily: boolean): Judgement {
  const { status, isServed, failedChecks } = row;
  const same = { status, isServed, failedChecks, loser: undefined, isTaken: false };
  if (tokens === null) return { ...same, hasProof: false, next: isDaily ? "hour" : "kept" };
  // A call in between postpones no check: each day has one.
  const next = !isDaily ? "kept" : status === "pending" ? "by age" : "day";
  if (tokens.has(row.token)) {
    const holder = rows.find((other) => other.isServed && other.id !== row.id);
    // A host moves by its new owner's call alone: a record that is away for a moment costs nobody a host.
    if (holder !== undefined && (isDaily || tokens.has(holder.token)))
      return { ...same, hasProof: true, isTaken: true, next };
    return {
      ...same,
      status: "verified",
      isServed: true,
      failedChecks: 0,
      hasProof: true,
      loser: holder,
      next: "day",
    };
  }
  if (!isDaily || status !== "verified") return { ...same, hasProof: false, next };
  const failed = failedChecks + 1;
  const isFailing = failed >= failingAfter;
  return {
    ...same,
    status: isFailing ? "failing" : status,
    failedChecks: failed,
    hasProof: false,
    next,
  };
}

/** Writes `domain.failing` for a domain that became failing, too. Returns the mails that are due once it is committed. */
async function store(
  tx: PrismaTransaction,
  row: HostRow,
  { hasProof, loser, isTaken: _, next, ...judged }: Judgement,
  { addresses, pointsHere, fault }: HostRecords,
  { caller }: Occasion,
): Promise<DueMail[]> {
  const mails: DueMail[] = [];
  const failing: HostRow[] = [];
  const { id, host, accountId } = row;
  const by = { accountId, key: null, ...caller };
  if (loser !== undefined) {
    await stopServing(tx, loser.id);
    await recordDomainAudit(tx, { accountId: loser.accountId, key: null }, "domain.lost", loser.id);
    mails.push(await mailLost(tx, loser));
    if (loser.status !== "failing") failing.push(loser);
  }
  const findings = { hasProof, addresses, fault };
  await updateChecked(tx, { id, ...judged, findings, pointsHere }, next);
  if (judged.status !== row.status || judged.isServed !== row.isServed) {
    await recordDomainAudit(tx, by, judged.status === "failing" ? "domain.failing" : "domain.verified", id);
    if (judged.status === "failing") {
      mails.push(await mailFailing(tx, { accountId, host, id, token: row.token }));
      failing.push(row);
    }
  }
  await writeEvents(tx, failing.map(failingEvent));
  return mails;
}

function failingEvent({ id, accountId, host }: HostRow): NewEvent {
  const timestamp = new Date();
  const data: FailingData = { id, host, at: timestamp.toISOString() };
  return { accountId, environment: "production", type: "domain.failing", timestamp, data };
}

/** Domains that are checked at a time, and how many one run takes. */
const atATime = 8;
const perRun = 200;
/** Name servers that are silent hold up a run no longer. */
const runMs = 30_000;
/** Longer than a check takes; one that was interrupted is made again after that. */
const leaseSeconds = 300;

/**
 * Checks the domains whose check is due: verified and failing ones daily, pending ones hourly on their first day and then daily.
 * Returns how many.
 */
export async function checkDueDomains(): Promise<number> {
  let checked = 0;
  const deadline = performance.now() + runMs;
  while (checked < perRun && performance.now() < deadline) {
    const due = await claimDueDomains(atATime, leaseSeconds);
    await Promise.all(due.map(checkDomain));
    checked += due.length;
    if (due.length < atATime) break;
  }
  return checked;
}

async function checkDomain({ id, host }: { id: string; host: string }): Promise<void> {
  try {
    await settle(id, await lookUpHost(host), { isDaily: true, caller: null }, async () => {});
  } catch (err) {
    log.warn({ err }, "a domain could not be checked; it is checked again in some minutes");
  }
}

/** Deletes domains that nobody has proved within 30 days; how many. */
export function deleteUnprovedDomains(): Promise<number> {
  return deleteUnproved(pendingDays);
}
