import type { Caller } from "@/lib/accounts/schema";
import { readProgress } from "../read-imports";
import type { ImportProgress } from "../schema";
import { makeLot } from "./make-lot";

/**
 * Makes the next lot of an import of the caller's, if any is left, and tells how far it is. Whoever calls it, and however
 * often, each row is made once. Throws `not_found`, and `unavailable` when pictures could not be drawn for want of time.
 */
export async function advanceImport(caller: Caller, id: string): Promise<ImportProgress> {
  const { isFinished } = await readProgress(caller, id);
  if (!isFinished) await makeLot(caller.accountId, id);
  return readProgress(caller, id);
}
