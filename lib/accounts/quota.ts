import { entitlements, sandboxEntitlements } from "@/lib/plans";
import { sql, type Transaction } from "@/lib/platform/db";
import type { ServiceError } from "@/lib/platform/errors";
import { codesUsedUp, dynamicCodesUsedUp } from "./quota-words";
import { accountGone, type Caller } from "./schema";

/** Codes of which dynamic ones are part. */
export interface CodeNumbers {
  codes: number;
  dynamicCodes: number;
}

/** How many codes the caller's data set holds and may hold; `limit: null` is without limit. */
export interface CodeQuota {
  codes: { used: number; limit: number };
  dynamicCodes: { used: number; limit: number | null };
}

interface Wanted {
  isDynamic: boolean;
}

/** Whose data set: the sandbox of an account counts by itself (decisions §6). */
type Owner = Pick<Caller, "accountId" | "environment">;

/**
 * Counts codes that the transaction is about to store: null for each that fits, in order, else the error
 * `quota_exceeded` that says which limit is reached. Exact under any concurrency, because the account's row stays
 * locked until the transaction ends; so draw first, and store right afterwards. Throws `invalid_api_key` for an account
 * that is gone.
 */
export async function reserveCodes(
  tx: Transaction,
  caller: Caller,
  wanted: readonly Wanted[],
): Promise<(ServiceError | null)[]> {
  const all = countCodes(wanted);
  if (await takeCodes(tx, caller, all)) return wanted.map(() => null);
  const verdicts = judgeQuota(caller, await lockQuota(tx, caller), wanted);
  const granted = countCodes(wanted.filter((_, index) => verdicts[index] === null));
  if (granted.codes > 0) await takeCodes(tx, caller, granted);
  return verdicts;
}

/**
 * The same for codes of many callers, in one statement that waits for nobody: true for those whose codes are counted. The
 * others are not: their account is full, gone, or being changed at this moment; `reserveCodes` says which. All codes of an
 * account are counted or none, and of callers of one account that differ in data set or plan only the first's.
 */
export async function reserveAtOnce(
  tx: Transaction,
  wanted: readonly (Wanted & { caller: Caller })[],
): Promise<boolean[]> {
  const groups = new Map<string, { caller: Caller; wanted: Wanted[] }>();
  for (const { caller, isDynamic } of wanted) {
    const group = groups.get(caller.accountId) ?? { caller, wanted: [] };
    groups.set(caller.accountId, group);
    if (isSameQuota(group.caller, caller)) group.wanted.push({ isDynamic });
  }
  const all = [...groups.values()].map(({ caller, wanted: own }) => {
    const { codes, dynamicCodes } = limitsOf(caller);
    return [caller.accountId, ...columnsOf(caller, countCodes(own)), codes, dynamicCodes] as const;
  });
  const values = [0, 1, 2, 3, 4, 5].map((column) => all.map((row) => row[column]));
  const { rows } = await tx.query<{ id: string }>({ ...takeForMany, values });
  const granted = new Set(rows.map(({ id }) => id));
  return wanted.map(({ caller }) => {
    const group = groups.get(caller.accountId);
    return granted.has(caller.accountId) && group !== undefined && isSameQuota(group.caller, caller);
  });
}

function isSameQuota(one: Caller, other: Caller): boolean {
  return one.environment === other.environment && one.plan === other.plan;
}

/** Gives back what was deleted in this transaction. */
export async function releaseCodes(
  tx: Transaction,
  owner: Owner,
  { codes, dynamicCodes }: CodeNumbers,
): Promise<void> {
  if (codes === 0) return;
  const [production, dynamic, sandbox] = columnsOf(owner, { codes, dynamicCodes });
  await tx.query({ ...giveBack, values: [owner.accountId, production, dynamic, sandbox] });
}

/** What the caller's data set holds at this moment. Throws `invalid_api_key` for an account that is gone. */
export async function readCodeQuota(caller: Caller): Promise<CodeQuota> {
  return quotaOf(
    caller,
    requireCounters(await sql.query<Counters>({ ...readCounters, values: [caller.accountId] })),
  );
}

/** As `reserveCodes` judges, without counting anything: what would become of codes under a quota. */
export function judgeQuota(
  caller: Caller,
  { codes, dynamicCodes }: CodeQuota,
  wanted: readonly Wanted[],
): (ServiceError | null)[] {
  const used = { codes: codes.used, dynamicCodes: dynamicCodes.used };
  return wanted.map(({ isDynamic }) => {
    if (used.codes >= codes.limit) return codesUsedUp(caller, used.codes, codes.limit);
    if (isDynamic && dynamicCodes.limit !== null && used.dynamicCodes >= dynamicCodes.limit)
      return dynamicCodesUsedUp(caller, used.dynamicCodes, dynamicCodes.limit);
    used.codes += 1;
    used.dynamicCodes += Number(isDynamic);
    return null;
  });
}

function countCodes(wanted: readonly Wanted[]): CodeNumbers {
  return { codes: wanted.length, dynamicCodes: wanted.filter(({ isDynamic }) => isDynamic).length };
}

function limitsOf({ environment, plan }: Caller): { codes: number; dynamicCodes: number | null } {
  const { codes, dynamicCodes } = entitlements[plan];
  return environment === "sandbox"
    ? { codes: sandboxEntitlements.codes, dynamicCodes: null }
    : { codes, dynamicCodes };
}

/** How much each of the account's counters moves: codes, dynamic codes, sandbox codes. */
function columnsOf({ environment }: Owner, { codes, dynamicCodes }: CodeNumbers): [number, number, number] {
  return environment === "sandbox" ? [0, 0, codes] : [codes, dynamicCodes, 0];
}

const takeAll = {
  name: "take_codes",
  text: `UPDATE account SET code_count = code_count + $2, dynamic_code_count = dynamic_code_count + $3,
      sandbox_code_count = sandbox_code_count + $4
    WHERE id = $1 AND ($2::int = 0 OR code_count + $2 <= $5) AND ($4::int = 0 OR sandbox_code_count + $4 <= $5)
      AND ($3::int = 0 OR $6::int IS NULL OR dynamic_code_count + $3 <= $6)`,
};

/** Only accounts that nobody holds; the lists stand in sub-selects so that the planner plans once for any length. */
const takeForMany = {
  name: "take_codes_for_many",
  text: `WITH free AS MATERIALIZED (
      SELECT id FROM account WHERE id = ANY((SELECT $1::uuid[])::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE account a SET code_count = code_count + w.codes, dynamic_code_count = dynamic_code_count + w.dynamic_codes,
      sandbox_code_count = sandbox_code_count + w.sandbox_codes
    FROM unnest((SELECT $1::uuid[]), (SELECT $2::int[]), (SELECT $3::int[]), (SELECT $4::int[]), (SELECT $5::int[]),
      (SELECT $6::int[])) AS w(id, codes, dynamic_codes, sandbox_codes, most, most_dynamic) JOIN free USING (id)
    WHERE a.id = w.id AND (w.codes = 0 OR code_count + w.codes <= most)
      AND (w.sandbox_codes = 0 OR sandbox_code_count + w.sandbox_codes <= most)
      AND (w.dynamic_codes = 0 OR most_dynamic IS NULL OR dynamic_code_count + w.dynamic_codes <= most_dynamic)
    RETURNING a.id`,
};

/** All of it where it fits, else nothing. */
async function takeCodes(tx: Transaction, caller: Caller, numbers: CodeNumbers): Promise<boolean> {
  const { codes, dynamicCodes } = limitsOf(caller);
  const values = [caller.accountId, ...columnsOf(caller, numbers), codes, dynamicCodes];
  const { rowCount } = await tx.query({ ...takeAll, values });
  return rowCount === 1;
}

const giveBack = {
  name: "give_codes_back",
  text: `UPDATE account SET code_count = code_count - $2, dynamic_code_count = dynamic_code_count - $3,
      sandbox_code_count = sandbox_code_count - $4 WHERE id = $1`,
};

interface Counters {
  codes: number;
  dynamic_codes: number;
  sandbox_codes: number;
  dynamic_sandbox_codes: number;
}

const readCounters = {
  name: "read_code_counters",
  text: `SELECT code_count AS codes, dynamic_code_count AS dynamic_codes, sandbox_code_count AS sandbox_codes,
      (SELECT count(*)::int FROM qr_code c
        WHERE c.account_id = a.id AND environment = 'sandbox' AND is_dynamic) AS dynamic_sandbox_codes
    FROM account a WHERE id = $1`,
};

async function lockQuota(tx: Transaction, caller: Caller): Promise<CodeQuota> {
  // Locked by itself first: a statement that waits for a row reads it afresh, but not what its subqueries count.
  await tx.query("SELECT 1 FROM account WHERE id = $1 FOR NO KEY UPDATE", [caller.accountId]);
  return quotaOf(
    caller,
    requireCounters(await tx.query<Counters>({ ...readCounters, values: [caller.accountId] })),
  );
}

function requireCounters({ rows }: { rows: Counters[] }): Counters {
  if (rows[0] !== undefined) return rows[0];
  throw accountGone();
}

function quotaOf(caller: Caller, counters: Counters): CodeQuota {
  const limits = limitsOf(caller);
  const isSandbox = caller.environment === "sandbox";
  return {
    codes: { used: isSandbox ? counters.sandbox_codes : counters.codes, limit: limits.codes },
    dynamicCodes: {
      used: isSandbox ? counters.dynamic_sandbox_codes : counters.dynamic_codes,
      limit: limits.dynamicCodes,
    },
  };
}
