import type { Caller } from "@/lib/accounts/schema";
import { requireBulk } from "@/lib/plans";
import { printing } from "../places";
import type { LabelsMeasures } from "./answers";
import { findFinest, loadCodes } from "./load-codes";

/** What a sheet of the caller's codes depends on: how many there are, and which needs the most room. Throws `plan_required`. */
export async function measureLabels(
  caller: Caller,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<LabelsMeasures> {
  requireBulk(caller.plan, printing);
  const { codes, missing, faults } = await loadCodes(caller, ids, signal);
  return { codes: codes.length, missing, finest: findFinest(codes), faults };
}
