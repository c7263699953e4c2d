import type { Cell } from "@/lib/platform/csv";
import { shortUrlOf } from "@/lib/platform/short-url";
import { type Buckets, sumHours, sumWeekdays } from "../bucket";
import { weekdays } from "../figures";
import type { Gathered } from "../gather";
import { rankLabels } from "../present";
import type { ReportSeries } from "../report/shape";
import { formatLocal, type Window } from "../window";
import type { CountedCode } from "./list-codes";
import type { ExportedScan } from "./list-scans";

/** Lines of a table, its heading first. */
export type Lines = Cell[][];

/** Days are dates; hours and minutes are told by the clocks of the zone, with how far they are ahead of UTC. */
export function tabulateLine({ unit, points }: ReportSeries, window: Window): Lines {
  const tell = unit === "day" ? (at: string) => at : (at: string) => formatLocal(window, Date.parse(at));
  const lines = points.map(({ at, count, previous }): Cell[] => [tell(at), count, previous]);
  return [[unit === "day" ? "Day" : "Time", "Scans", "Scans in the period before"], ...lines];
}

const dimensions = {
  country: "Country",
  city: "City",
  device: "Device",
  browser: "Browser",
  os: "System",
} as const;

export function tabulateBreakdowns({ totals }: Gathered, buckets: Buckets): Lines {
  const ofDimension = ([dimension, name]: [string, string]) =>
    rankLabels(totals, dimension as keyof typeof dimensions).map(([label, scans]): Cell[] => [
      name,
      label,
      scans,
    ]);
  const hours = sumHours(buckets).map((scans, hour): Cell[] => [
    "Hour",
    `${String(hour).padStart(2, "0")}:00`,
    scans,
  ]);
  const days = sumWeekdays(buckets).map((scans, day): Cell[] => ["Weekday", weekdays[day] ?? "", scans]);
  return [
    ["Breakdown", "Label", "Scans"],
    ...Object.entries(dimensions).flatMap(ofDimension),
    ...hours,
    ...days,
  ];
}

export function tabulateCodes(codes: readonly CountedCode[]): Lines {
  const lines = codes.map(({ name, id, type, isDynamic, shortCode, scans }): Cell[] => [
    name,
    id,
    type,
    isDynamic ? "yes" : "no",
    tellShortUrl(shortCode),
    scans,
  ]);
  return [["Code", "Code ID", "Type", "Dynamic", "Short link", "Scans"], ...lines];
}

export const scanHeading: Cell[] = [
  "Time",
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

export function tabulateScan(scan: ExportedScan, window: Window): Cell[] {
  const { codeName, codeId, shortCode, country, city, device, browser, os, userAgent } = scan;
  const time = formatLocal(window, scan.scannedAt.getTime());
  return [time, codeName, codeId, tellShortUrl(shortCode), country, city, device, browser, os, userAgent];
}

const tellShortUrl = (shortCode: string | null) => (shortCode === null ? null : shortUrlOf(shortCode));
