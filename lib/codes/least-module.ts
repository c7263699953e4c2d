import type { Caller } from "@/lib/accounts/schema";
import { measureStored } from "@/lib/pictures";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { payloadOf } from "./draft";
import { setLeastModule } from "./queries";
import type { CodeRow } from "./rows";

/**
 * The row of a code with the least pixels a module of its PNG; measured now, and stored, where an older release stored the
 * code. Throws what its content is refused for today; `unavailable`.
 */
export async function requireMeasured<R extends CodeRow>(
  caller: Pick<Caller, "accountId" | "environment">,
  row: R,
): Promise<R & { leastModule: number }> {
  const { leastModule: known, settings } = row;
  if (known !== null) return { ...row, leastModule: known };
  const leastModule = await measureStored({ owner: caller.accountId, payload: payloadOf(row), settings });
  // With a database that only reads, owners still see their codes; it is measured again the next time.
  await setLeastModule(caller, row, leastModule).catch((err: unknown) =>
    log.warn({ err }, "the least size of a code could not be stored"),
  );
  return { ...row, leastModule };
}

/** The same where it can be measured now; else the row as it is. */
export async function measureRow<R extends CodeRow>(caller: Caller, row: R): Promise<R> {
  return requireMeasured(caller, row).catch((fault: unknown) => {
    if (fault instanceof ServiceError) return row;
    throw fault;
  });
}
