import { log } from "@/lib/platform/log";
import { lookUpHost } from "./dns";
import { claimDueDomains, deleteUnproved } from "./queries";
import { pendingDays } from "./schema";
import { settle } from "./verify";

/** Domains that are checked at a time, and how many one run takes. */
const atATime = 8;
const perRun = 200;
/** Name servers that are silent hold up a run no longer. */
const runMs = 30_000;
/** Longer than a check takes; one that was interrupted is made again after that. */
const leaseSeconds = 300;

/**
 * Checks the domains whose check is due: verified and failing ones daily, pending ones hourly on their first day and then daily.
 * Returns how many.
 */
export async function checkDueDomains(): Promise<number> {
  let checked = 0;
  const deadline = performance.now() + runMs;
  while (checked < perRun && performance.now() < deadline) {
    const due = await claimDueDomains(atATime, leaseSeconds);
    await Promise.all(due.map(checkDomain));
    checked += due.length;
    if (due.length < atATime) break;
  }
  return checked;
}

async function checkDomain({ id, host }: { id: string; host: string }): Promise<void> {
  try {
    await settle(id, await lookUpHost(host), { isDaily: true, caller: null }, async () => {});
  } catch (err) {
    log.warn({ err }, "a domain could not be checked; it is checked again in some minutes");
  }
}

/** Deletes domains that nobody has proved within 30 days; how many. */
export function deleteUnprovedDomains(): Promise<number> {
  return deleteUnproved(pendingDays);
}
