import { fieldError, type ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { analyticsQuery } from "./figures-schema";
import { listTimeZones } from "./queries";
import { describeWrongZone } from "./wrong-zone";

/** Names of zones; null before the first question, and after one that failed. */
const state = oncePerProcess("time zones", () => ({ names: null as Promise<ReadonlySet<string>> | null }));

/**
 * Throws `validation_failed` for anything but the exact name of a zone that both the database and this runtime know: the
 * database alone would take `FOO+3`, and this runtime any case.
 */
export async function requireZone(timezone: string): Promise<void> {
  const fault = await findZoneFault(timezone);
  if (fault !== null) throw fault;
}

async function findZoneFault(timezone: string): Promise<ServiceError | null> {
  const names = await readZones();
  if (names.has(timezone)) return null;
  const { message, hint, suggestion } = describeWrongZone(timezone, names);
  const named = suggestion === undefined ? {} : { suggestion };
  return fieldError(
    "validation_failed",
    { field: "timezone", code: "unknown_time_zone", message, ...named },
    { hint },
  );
}

/** Faults of a query that its schema does not see. */
export async function validateAnalyticsQuery(input: Record<string, unknown>): Promise<ServiceError[]> {
  const { success, data: timezone } = analyticsQuery.shape.timezone.safeParse(input.timezone);
  const fault = success && timezone !== undefined ? await findZoneFault(timezone) : null;
  return fault === null ? [] : [fault];
}

/** Whether a name may be asked for as a zone. */
export async function isZone(timezone: string): Promise<boolean> {
  return (await readZones()).has(timezone);
}

/** The zones that may be named. The database reads a file for each, so it is asked once in the process. */
function readZones(): Promise<ReadonlySet<string>> {
  state.names ??= listTimeZones()
    .then((names) => new Set(names.filter(isKnownHere)))
    .catch((fault: unknown) => {
      state.names = null;
      throw fault;
    });
  return state.names;
}

function isKnownHere(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}
