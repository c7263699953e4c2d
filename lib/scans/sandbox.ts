import type { Caller } from "@/lib/accounts/schema";
import { type BeforeCommit, sql, transaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { recordVisit } from "./record";
import { storeDatedVisits } from "./record/dated-visits";
import type { CreatedScans, SandboxScans } from "./schema";
import { type Recorded, unknown, type Visit } from "./visit";
import { describeVisitor } from "./visitor/describe";

/** A usual phone, for scans that name no user agent. */
const usualAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

const yearMs = 365 * 86_400_000;

/**
 * Makes scans of a sandbox code as a visitor from the caller's own address would, and answers how many there are now.
 * Throws `not_found`, `validation_failed` for a time that is not of the last year, `unavailable` where none could be kept.
 *
 * @param beforeCommit keeps the answer once the scans are stored; they have transactions of their own.
 */
export async function makeSandboxScans(
  caller: Caller,
  input: SandboxScans,
  clientAddress: string,
  beforeCommit?: BeforeCommit<CreatedScans>,
): Promise<CreatedScans> {
  const now = new Date();
  const at = input.scannedAt === undefined ? undefined : new Date(input.scannedAt);
  if (at !== undefined) requireLastYear(at, now);
  await requireCode(caller, input.qrCodeId);
  const visits = await makeVisits(caller, input, clientAddress, at ?? now);
  const recorded = await (at === undefined
    ? Promise.all(visits.map(recordVisit))
    : storeDatedVisits(visits, at));
  const created = countScans(recorded);
  if (beforeCommit !== undefined) await transaction((tx) => beforeCommit(tx, created));
  return created;
}

/** Faults of a body that its schema does not see. */
export function judgeSandboxScans(input: Record<string, unknown>, now: Date): ServiceError[] {
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

async function requireCode({ accountId, environment }: Caller, codeId: string): Promise<void> {
  const { rowCount } = isId(codeId)
    ? await sql.query("SELECT FROM qr_code WHERE id = $1 AND account_id = $2 AND environment = $3", [
        codeId,
        accountId,
        environment,
      ])
    : { rowCount: 0 };
  if (rowCount === 0) throw new ServiceError("not_found", "There is no such code");
}

async function makeVisits(
  { accountId, environment }: Caller,
  { qrCodeId, count, userAgent = usualAgent, country, city }: SandboxScans,
  clientAddress: string,
  at: Date,
): Promise<Visit[]> {
  const described = await describeVisitor({ method: "GET", userAgent, clientAddress }, at);
  // A city of one's own address would lie in another country than the one that was asked for.
  const place = country === undefined ? {} : { country, city: unknown };
  const visitor = { ...described.visitor, ...place, ...(city !== undefined && { city }) };
  const { excluded } = described;
  const isSandbox = environment === "sandbox";
  return Array.from({ length: count }, () => ({
    id: newId(),
    codeId: qrCodeId,
    accountId,
    isSandbox,
    visitor,
    excluded,
  }));
}

function countScans(recorded: readonly Recorded[]): CreatedScans {
  const count = (...outcomes: Recorded["outcome"][]) =>
    recorded.filter(({ outcome }) => outcomes.includes(outcome)).length;
  if (count("gone") === recorded.length) throw new ServiceError("not_found", "There is no such code");
  if (count("lost") > 0)
    throw new ServiceError("unavailable", "The scans could not be kept", { retryAfterSeconds: 5 });
  return { created: count("counted", "capped", "spooled"), excluded: count("excluded", "beyond") };
}
