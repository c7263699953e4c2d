import type { Caller } from "@/lib/accounts/schema";
import { measureStored } from "@/lib/pictures";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { payloadOf } from "../draw/draft";
import { type CodeRow, ownCodes, ownerOf } from "../rows";

type MeasuredRow = CodeRow & { leastModule: number };

/** Only while it is what was measured. */
const keepLeastModule = {
  name: "keep_least_module",
  text: `UPDATE qr_code SET least_module = $4
    WHERE ${ownCodes} AND id = $3 AND least_module IS NULL AND content = $5 AND settings = $6::jsonb`,
};

/**
 * The row of a code with the least pixels a module of its PNG; measured now, and kept, where an older release stored it. Throws
 * what its content is refused for today; `unavailable`.
 */
export async function requireMeasured(caller: Caller, row: CodeRow): Promise<MeasuredRow> {
  const { leastModule: known, content, settings } = row;
  if (known !== null) return { ...row, leastModule: known };
  const leastModule = await measureStored({ owner: caller.accountId, payload: payloadOf(row), settings });
  const values = [...ownerOf(caller), row.id, leastModule, content, JSON.stringify(settings)];
  // A database that only reads doesn't keep an owner from their code; it is measured again then.
  await sql
    .query({ ...keepLeastModule, values })
    .catch((err: unknown) => log.warn({ err }, "the least size of a code could not be kept"));
  return { ...row, leastModule };
}

/** The same where it can be measured now; else the row as it is. */
export async function measureRow(caller: Caller, row: CodeRow): Promise<CodeRow> {
  return requireMeasured(caller, row).catch((fault: unknown) => {
    if (fault instanceof ServiceError) return row;
    throw fault;
  });
}
