import { entitlements, plans, sandboxEntitlements } from "@/lib/plans";
import { type Executor, sql } from "@/lib/platform/db";
import { fieldError, type ServiceError } from "@/lib/platform/errors";
import {
  type CounterChange,
  type CounterLimits,
  decrementCodeCounts,
  findCodeCounts,
  incrementCodeCounts,
  incrementCodeCountsOfMany,
  lockAccount,
} from "./queries";
import { accountGone, type Caller } from "./schema";

export { lockAccount } from "./queries";

/** A data set: an account's sandbox is counted by itself (decisions §6). */
type Owner = Pick<Caller, "accountId" | "environment">;

interface NewCode {
  isDynamic: boolean;
}

/** Codes, of which dynamic ones are a part. */
interface CodeNumbers {
  codes: number;
  dynamicCodes: number;
}

/** How many codes the caller's data set holds and may hold; `limit: null` is without limit. */
export interface CodeQuota {
  codes: { used: number; limit: number };
  dynamicCodes: { used: number; limit: number | null };
}

/**
 * Counts codes that the transaction is about to store: null for each that fits, in order, otherwise the error `quota_exceeded`
 * with the limit that is reached. Exact under any concurrency, since the account's row stays locked until the transaction ends;
 * so draw first and store right afterwards. Throws `invalid_api_key` for a deleted account.
 */
export async function reserveCodes(
  tx: Executor,
  caller: Caller,
  wanted: readonly NewCode[],
): Promise<(ServiceError | null)[]> {
  if (await increment(tx, caller, countCodes(wanted))) return wanted.map(() => null);
  // Locked by itself first: a statement that waits for a row reads it afresh, but not what its subqueries count.
  await lockAccount(tx, caller.accountId);
  const verdicts = previewQuota(caller, await readQuota(tx, caller), wanted);
  const granted = countCodes(wanted.filter((_, index) => verdicts[index] === null));
  if (granted.codes > 0) await increment(tx, caller, granted);
  return verdicts;
}

/**
 * The same for codes of many callers in one statement that never waits: true for those that are counted. The others' account is
 * full, deleted or locked at this moment; `reserveCodes` tells which. Codes of one account are counted together or not at all,
 * and of callers of one account that differ in data set or plan only the first's.
 */
export async function reserveMany(
  tx: Executor,
  wanted: readonly (NewCode & { caller: Caller })[],
): Promise<boolean[]> {
  const groups = new Map<string, { caller: Caller; wanted: NewCode[] }>();
  for (const { caller, isDynamic } of wanted) {
    const group = groups.get(caller.accountId) ?? { caller, wanted: [] };
    groups.set(caller.accountId, group);
    if (isSameQuota(group.caller, caller)) group.wanted.push({ isDynamic });
  }
  const increments = [...groups.values()].map(({ caller, wanted: own }) => ({
    accountId: caller.accountId,
    change: changeOf(caller, countCodes(own)),
    limits: limitsOf(caller),
  }));
  const granted = await incrementCodeCountsOfMany(tx, increments);
  return wanted.map(({ caller }) => {
    const group = groups.get(caller.accountId);
    return granted.has(caller.accountId) && group !== undefined && isSameQuota(group.caller, caller);
  });
}

function isSameQuota(one: Caller, other: Caller): boolean {
  return one.environment === other.environment && one.plan === other.plan;
}

/** Uncounts codes that this transaction deleted. */
export async function releaseCodes(tx: Executor, owner: Owner, numbers: CodeNumbers): Promise<void> {
  if (numbers.codes > 0) await decrementCodeCounts(tx, owner.accountId, changeOf(owner, numbers));
}

/** What the caller's data set holds at this moment. Throws `invalid_api_key` for a deleted account. */
export function readCodeQuota(caller: Caller): Promise<CodeQuota> {
  return readQuota(sql, caller);
}

async function readQuota(connection: Executor, caller: Caller): Promise<CodeQuota> {
  const counts = await findCodeCounts(connection, caller.accountId);
  if (counts === null) throw accountGone();
  const { codes, dynamicCodes } = limitsOf(caller);
  const isSandbox = caller.environment === "sandbox";
  return {
    codes: { used: isSandbox ? counts.sandboxCodes : counts.codes, limit: codes },
    dynamicCodes: {
      used: isSandbox ? counts.dynamicSandboxCodes : counts.dynamicCodes,
      limit: dynamicCodes,
    },
  };
}

/** What `reserveCodes` would answer under a quota, without counting anything. */
export function previewQuota(
  caller: Caller,
  { codes, dynamicCodes }: CodeQuota,
  wanted: readonly NewCode[],
): (ServiceError | null)[] {
  const used = { codes: codes.used, dynamicCodes: dynamicCodes.used };
  return wanted.map(({ isDynamic }) => {
    if (used.codes >= codes.limit) return codesExceeded(caller, used.codes, codes.limit);
    if (isDynamic && dynamicCodes.limit !== null && used.dynamicCodes >= dynamicCodes.limit)
      return dynamicCodesExceeded(caller, used.dynamicCodes, dynamicCodes.limit);
    used.codes += 1;
    used.dynamicCodes += Number(isDynamic);
    return null;
  });
}

function countCodes(wanted: readonly NewCode[]): CodeNumbers {
  return { codes: wanted.length, dynamicCodes: wanted.filter(({ isDynamic }) => isDynamic).length };
}

function limitsOf({ environment, plan }: Caller): CounterLimits {
  const { codes, dynamicCodes } = entitlements[plan];
  return environment === "sandbox"
    ? { codes: sandboxEntitlements.codes, dynamicCodes: null }
    : { codes, dynamicCodes };
}

function changeOf({ environment }: Owner, { codes, dynamicCodes }: CodeNumbers): CounterChange {
  return environment === "sandbox" ? [0, 0, codes] : [codes, dynamicCodes, 0];
}

/** All of them if they fit, otherwise none. */
function increment(tx: Executor, caller: Caller, numbers: CodeNumbers): Promise<boolean> {
  return incrementCodeCounts(tx, caller.accountId, changeOf(caller, numbers), limitsOf(caller));
}

function codesExceeded(caller: Caller, used: number, limit: number): ServiceError {
  if (caller.environment === "sandbox") {
    const message = `All ${limit} codes of the sandbox are used. Delete some; each is deleted automatically after ${sandboxEntitlements.keptDays} days.`;
    return quotaExceeded("codes", message, { limit, used });
  }
  const { name } = entitlements[caller.plan];
  const fact =
    used > limit
      ? `${name} holds ${limit} codes and ${used} are kept.`
      : `All ${limit} codes of ${name} are used.`;
  return quotaExceeded("codes", `${fact} They go on working. ${adviseLargerPlan(limit)}`, { limit, used });
}

function adviseLargerPlan(limit: number): string {
  const larger = plans.map((plan) => entitlements[plan]).filter(({ codes }) => codes > limit);
  const next = Math.min(...larger.map(({ codes }) => codes));
  const names = larger.filter(({ codes }) => codes === next).map(({ name }) => name);
  if (names.length === 0) return "Delete one to make room.";
  return `${names.join(" and ")} ${names.length === 1 ? "holds" : "hold"} ${next}.`;
}

function dynamicCodesExceeded(caller: Caller, used: number, limit: number): ServiceError {
  const { name } = entitlements[caller.plan];
  const one = limit === 1;
  const fact =
    used > limit
      ? `${name} holds ${limit} dynamic ${one ? "code" : "codes"} and ${used} are kept. They go on working.`
      : `${one ? `The dynamic code of ${name} is used. It goes` : `All ${limit} dynamic codes of ${name} are used. They go`} on working.`;
  const free = plans.map((plan) => entitlements[plan]).find(({ dynamicCodes }) => dynamicCodes === null);
  const advice = free === undefined ? "" : ` On ${free.name} every code may be dynamic.`;
  return quotaExceeded("isDynamic", fact + advice, { limit, used });
}

function quotaExceeded(
  field: string,
  message: string,
  bounds: { limit: number; used: number },
): ServiceError {
  return fieldError("quota_exceeded", { field, code: "quota_exceeded", message, ...bounds });
}
