import { deleteUnproved } from "./queries";
import { pendingDays } from "./schema";

/** Deletes domains that nobody has proved within 30 days; how many. */
export function deleteUnprovedDomains(): Promise<number> {
  return deleteUnproved(pendingDays);
}
