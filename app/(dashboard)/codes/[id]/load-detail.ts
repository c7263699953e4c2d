import { cache } from "react";
import type { ComingGrade } from "@/components/codes/detail/grade-block";
import type { Caller } from "@/lib/accounts/schema";
import { countWeek, readReport } from "@/lib/analytics";
import { callerOf, findSession } from "@/lib/auth";
import { findCode as findOwnCode, gradeCode } from "@/lib/codes";
import type { StoredCode } from "@/lib/codes/schema";
import { listTargets } from "@/lib/codes/target-history";
import { ServiceError } from "@/lib/platform/errors";
import { listScans } from "@/lib/scans";

/** One's own code, read once for a page and its title; null for another's as for none. */
export const findCode = cache(async (id: string): Promise<StoredCode | null> => {
  const session = await findSession();
  return session === null ? null : findOwnCode(callerOf(session), id);
});

const listedScans = 10;

/** What takes longer than the code itself, asked for at once and waited for where it is shown. */
export function beginReading(caller: Caller, { id, isDynamic, lastScanned }: StoredCode, zone: string) {
  const hasScans = isDynamic && lastScanned !== null;
  const reading = {
    grade: readGrade(caller, id),
    report: isDynamic ? readReport(caller, { qrCodeId: id, timeRange: "30d", timezone: zone }) : null,
    scans: hasScans ? listScans(caller, { qrCodeId: id, page: 1, limit: listedScans }) : null,
    weekScans: hasScans ? countWeek(caller, id) : Promise.resolve(0),
    targets: isDynamic ? listTargets(caller, id) : null,
  };
  // Each is waited for elsewhere; what fails before is not unheard.
  for (const part of Object.values(reading)) part?.catch(() => undefined);
  return reading;
}

async function readGrade(caller: Caller, id: string): ComingGrade {
  try {
    return (await gradeCode(caller, id)) ?? "unreadable";
  } catch (fault) {
    if (fault instanceof ServiceError && fault.code === "unavailable") return "unavailable";
    throw fault;
  }
}
