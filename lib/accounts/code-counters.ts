import { entitlements, sandboxEntitlements } from "@/lib/plans";
import type { Transaction } from "@/lib/platform/db";
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

/** Whose data set: the sandbox of an account counts by itself (decisions §6). */
export type Owner = Pick<Caller, "accountId" | "environment">;

/** What the caller may hold; `dynamicCodes: null` is without a limit of its own. */
export function limitsOf({ environment, plan }: Caller): { codes: number; dynamicCodes: number | null } {
  const { codes, dynamicCodes } = entitlements[plan];
  return environment === "sandbox"
    ? { codes: sandboxEntitlements.codes, dynamicCodes: null }
    : { codes, dynamicCodes };
}

/** How much each of the account's counters moves: codes, dynamic codes, sandbox codes. */
export function columnsOf(
  { environment }: Owner,
  { codes, dynamicCodes }: CodeNumbers,
): [number, number, number] {
  return environment === "sandbox" ? [0, 0, codes] : [codes, dynamicCodes, 0];
}

const takeAll = {
  name: "take_codes",
  text: `UPDATE account SET code_count = code_count + $2, dynamic_code_count = dynamic_code_count + $3,
      sandbox_code_count = sandbox_code_count + $4
    WHERE id = $1 AND ($2::int = 0 OR code_count + $2 <= $5) AND ($4::int = 0 OR sandbox_code_count + $4 <= $5)
      AND ($3::int = 0 OR $6::int IS NULL OR dynamic_code_count + $3 <= $6)`,
};

/**
 * Only accounts that nobody holds. The lists stand in sub-selects so that one plan serves any length, and each account is
 * looked up and locked by itself: never by reading all of them.
 */
export const takeForMany = {
  name: "take_codes_for_many",
  text: `WITH free AS MATERIALIZED (
      SELECT w.*, locked.place FROM unnest((SELECT $1::uuid[]), (SELECT $2::int[]), (SELECT $3::int[]),
        (SELECT $4::int[]), (SELECT $5::int[]), (SELECT $6::int[]))
        AS w(id, codes, dynamic_codes, sandbox_codes, most, most_dynamic)
      CROSS JOIN LATERAL (
        SELECT ctid AS place FROM account WHERE id = w.id FOR NO KEY UPDATE SKIP LOCKED) AS locked)
    UPDATE account a SET code_count = code_count + w.codes, dynamic_code_count = dynamic_code_count + w.dynamic_codes,
      sandbox_code_count = sandbox_code_count + w.sandbox_codes
    FROM free w
    WHERE a.ctid = w.place AND (w.codes = 0 OR code_count + w.codes <= most)
      AND (w.sandbox_codes = 0 OR sandbox_code_count + w.sandbox_codes <= most)
      AND (w.dynamic_codes = 0 OR most_dynamic IS NULL OR dynamic_code_count + w.dynamic_codes <= most_dynamic)
    RETURNING a.id`,
};

/** All of it where it fits, else nothing. */
export async function takeCodes(tx: Transaction, caller: Caller, numbers: CodeNumbers): Promise<boolean> {
  const { codes, dynamicCodes } = limitsOf(caller);
  const values = [caller.accountId, ...columnsOf(caller, numbers), codes, dynamicCodes];
  const { rowCount } = await tx.query({ ...takeAll, values });
  return rowCount === 1;
}

export const giveBack = {
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

/** What the caller's data set holds at this moment. Throws `invalid_api_key` for an account that is gone. */
export async function readQuota(database: Pick<Transaction, "query">, caller: Caller): Promise<CodeQuota> {
  const { rows } = await database.query<Counters>({ ...readCounters, values: [caller.accountId] });
  const [counters] = rows;
  if (counters === undefined) throw accountGone();
  const { codes, dynamicCodes } = limitsOf(caller);
  const isSandbox = caller.environment === "sandbox";
  return {
    codes: { used: isSandbox ? counters.sandbox_codes : counters.codes, limit: codes },
    dynamicCodes: {
      used: isSandbox ? counters.dynamic_sandbox_codes : counters.dynamic_codes,
      limit: dynamicCodes,
    },
  };
}

/** The same, with the account locked until the transaction ends. */
export async function lockQuota(tx: Transaction, caller: Caller): Promise<CodeQuota> {
  // Locked by itself first: a statement that waits for a row reads it afresh, but not what its subqueries count.
  await tx.query("SELECT 1 FROM account WHERE id = $1 FOR NO KEY UPDATE", [caller.accountId]);
  return readQuota(tx, caller);
}
