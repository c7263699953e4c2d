import type { Caller } from "@/lib/accounts/schema";
import type { Transaction } from "@/lib/platform/db";

/** Moves all codes and aliases of a domain to another, or to the service's own host; the lead's file, here for its signature. */
export async function moveCodes(
  _tx: Transaction,
  _caller: Caller,
  _fromDomainId: string,
  _to: { id: string; host: string } | null,
): Promise<number> {
  throw new Error("Not built yet");
}
