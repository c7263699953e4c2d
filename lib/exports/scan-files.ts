import type { Cell } from "@/lib/platform/csv";
import { shortUrlOf } from "@/lib/platform/env";
import { type Exporter, inEachEnvironment, takeReading } from "./exporter";
import { firstPosition, listDays, listScans, type ScanRow } from "./queries";

export const scanHeading = [
  "Time (UTC)",
  "Data",
  "Code",
  "Code ID",
  "Short link",
  "Country",
  "City",
  "Device",
  "Browser",
  "System",
  "User agent",
];

/** Every scan that is stored up to that instant, the oldest first, a thousand at a time. */
export async function* pageScans(
  exporter: Exporter,
  until: Date,
  signal: AbortSignal,
): AsyncGenerator<Cell[][]> {
  for (const { accountId, environment } of inEachEnvironment(exporter)) {
    const dataSet = { accountId, isSandbox: environment === "sandbox" };
    let after = firstPosition;
    for (;;) {
      signal.throwIfAborted();
      const rows = await takeReading(() => listScans(dataSet, after, until));
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.filter(({ codeId }) => codeId !== null).map((scan) => tabulate(scan, environment));
      after = { at: last.scannedAt, id: last.id };
    }
  }
}

function tabulate(scan: ScanRow, environment: string): Cell[] {
  const { scannedAt, codeName, codeId, path, country, city, device, browser, os, userAgent } = scan;
  const shortUrl = path === null ? null : shortUrlOf(path);
  const code = [codeName, codeId, shortUrl];
  return [scannedAt.toISOString(), environment, ...code, country, city, device, browser, os, userAgent];
}

export const dayHeading = ["Day (UTC)", "Data", "Code", "Code ID", "Scans", "Visitors", "Bots and previews"];

/** Counts of each code and day, also of days whose scans are no longer stored one by one. */
export async function* pageDays(exporter: Exporter, signal: AbortSignal): AsyncGenerator<Cell[][]> {
  for (const { accountId, environment } of inEachEnvironment(exporter)) {
    const dataSet = { accountId, isSandbox: environment === "sandbox" };
    let after = { day: "-infinity", codeId: firstPosition.id };
    for (;;) {
      signal.throwIfAborted();
      const rows = await takeReading(() => listDays(dataSet, after));
      const last = rows.at(-1);
      if (last === undefined) break;
      const kept = rows.filter(({ codeName }) => codeName !== null);
      yield kept.map((row) => [
        row.day,
        environment,
        row.codeName,
        row.codeId,
        row.scans,
        row.visitors,
        row.bots,
      ]);
      after = last;
    }
  }
}
