import type { Cell } from "@/lib/platform/csv";
import { shortUrlOf } from "@/lib/platform/env";
import { type Exporter, inEachEnvironment, takeReading } from "./exporter";
import { firstPosition, listDays, listGoals, listScans, type ScanRow } from "./queries";

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
  "Route",
  "Variant",
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
      const rows = await takeReading(exporter, () => listScans(dataSet, after, until));
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.filter(({ codeId }) => codeId !== null).map((scan) => tabulate(scan, environment));
      after = { at: last.scannedAt, id: last.id };
    }
  }
}

function tabulate(scan: ScanRow, environment: string): Cell[] {
  const { scannedAt, codeName, codeId, path, country, city, device, browser, os, userAgent } = scan;
  const target = [scan.route, scan.variant];
  const shortUrl = path === null ? null : shortUrlOf(path);
  const code = [codeName, codeId, shortUrl];
  const place = [country, city, device, browser, os, userAgent];
  return [scannedAt.toISOString(), environment, ...code, ...place, ...target];
}

export const dayHeading = ["Day (UTC)", "Data", "Code", "Code ID", "Scans", "Visitors", "Bots and previews"];

/** Counts of each code and day, also of days whose scans are no longer stored one by one. */
export async function* pageDays(exporter: Exporter, signal: AbortSignal): AsyncGenerator<Cell[][]> {
  for (const { accountId, environment } of inEachEnvironment(exporter)) {
    const dataSet = { accountId, isSandbox: environment === "sandbox" };
    let after = { day: "-infinity", codeId: firstPosition.id };
    for (;;) {
      signal.throwIfAborted();
      const rows = await takeReading(exporter, () => listDays(dataSet, after));
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

export const goalHeading = [
  "Scan time (UTC)",
  "Data",
  "Goal",
  "Value",
  "Currency",
  "Recorded (UTC)",
  "Code",
  "Code ID",
  "Scan ID",
  "Route",
  "Variant",
  "Country",
];

/** Every goal, by the time of its scan, a thousand at a time. */
export async function* pageGoals(exporter: Exporter, signal: AbortSignal): AsyncGenerator<Cell[][]> {
  for (const { accountId, environment } of inEachEnvironment(exporter)) {
    const dataSet = { accountId, isSandbox: environment === "sandbox" };
    let after = { ...firstPosition, name: "" };
    for (;;) {
      signal.throwIfAborted();
      const rows = await takeReading(exporter, () => listGoals(dataSet, after));
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows
        .filter(({ codeName }) => codeName !== null)
        .map((goal) => [
          goal.scannedAt.toISOString(),
          environment,
          goal.name,
          goal.value,
          goal.currency,
          goal.recordedAt.toISOString(),
          goal.codeName,
          goal.codeId,
          goal.scanId,
          goal.route,
          goal.variant,
          goal.country,
        ]);
      after = { at: last.scannedAt, id: last.scanId, name: last.name };
    }
  }
}
