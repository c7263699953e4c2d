import { sql, type Transaction } from "@/lib/platform/db";
import type { ServiceError } from "@/lib/platform/errors";
import {
  type CodeNumbers,
  type CodeQuota,
  columnsOf,
  giveBack,
  limitsOf,
  lockQuota,
  type Owner,
  readQuota,
  takeCodes,
  takeForMany,
} from "./code-counters";
import { codesUsedUp, dynamicCodesUsedUp } from "./quota-words";
import type { Caller } from "./schema";

interface Wanted {
  isDynamic: boolean;
}

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
  return readQuota(sql, caller);
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
