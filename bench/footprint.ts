import { measureCodes } from "./footprint/codes";
import { measureDays } from "./footprint/days";
import { measureDeliveries } from "./footprint/deliveries";
import { measureRequests } from "./footprint/requests";
import { measureScans } from "./footprint/scans";
import { measureTargets } from "./footprint/targets";
import { openOwnDatabase } from "./own-database";
import { buildService, stopSubjects } from "./processes";
import type { BenchOptions, Ratio } from "./report";

/**
 * What there is to pay for: bytes on the disk by the million, CPU of the server and of PostgreSQL apart, memory and
 * connections. `docs/scaling.md` calculates with these figures. A million scans stored with `--full`, else fewer.
 */
export async function measureFootprint({ full, asBuilt }: BenchOptions): Promise<Ratio[]> {
  if (!asBuilt) buildService();
  await stopSubjects();
  const url = await openOwnDatabase();
  const scans = await measureScans(url, full);
  const codes = await measureCodes();
  const targets = await measureTargets();
  const deliveries = await measureDeliveries(url);
  const days = await measureDays();
  return [...scans, ...days, ...codes, ...deliveries, targets, ...(await measureRequests())];
}
