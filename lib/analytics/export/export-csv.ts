import type { Caller } from "@/lib/accounts/schema";
import type { ContentType } from "@/lib/content/schema";
import { byteOrderMark, type Cell, writeLine } from "@/lib/platform/csv";
import { sql } from "@/lib/platform/db";
import { shortUrlOf } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import type { Counts } from "@/lib/rollups";
import { type Buckets, bucketSlots, sumHours, sumWeekdays } from "../bucket";
import { weekdays } from "../figures";
import type { Gathered } from "../gather";
import { rankLabels } from "../present";
import { requireScope } from "../read-analytics";
import { readReportFigures } from "../report/read-report";
import { presentSeries } from "../report/series";
import { type CsvKind, csvKinds, type ReportQuery, type ReportSeries } from "../report/shape";
import { chooseWindow, formatLocal, type Window } from "../window";
import { type ExportedScan, listScans } from "./list-scans";
import { takePlace } from "./places";

const dimensions = {
  country: "Country",
  city: "City",
  device: "Device",
  browser: "Browser",
  os: "System",
} as const;

const scanHeading: Cell[] = [
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

const tellShortUrl = (shortCode: string | null) => (shortCode === null ? null : shortUrlOf(shortCode));

/**
 * A report as a table of comma-separated values, piece by piece; of scans all of them, not what a page lists. What is
 * wrong with the question is thrown by the first piece, so that is to be pulled before an answer's headers are sent:
 * `plan_required` for a table that the plan has not, `rate_limited` while two are being taken, else as `readReport` does.
 *
 * @param signal ends it within a piece, by throwing: what was cut short must not look whole.
 */
export async function* exportCsv(
  caller: Caller,
  query: ReportQuery,
  kind: CsvKind,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  if (!csvKinds(caller.plan).includes(kind))
    throw new ServiceError("plan_required", "This plan has no such table to take along");
  const leave = await takePlace(caller);
  try {
    if (kind === "scans") yield* exportScans(caller, query, signal);
    else yield byteOrderMark + (await tabulate(caller, query, kind)).map(writeLine).join("");
  } finally {
    leave();
  }
}

async function tabulate(caller: Caller, query: ReportQuery, kind: Exclude<CsvKind, "scans">): Promise<Lines> {
  const { figures } = await readReportFigures(caller, query);
  const { windows, current } = figures;
  if (kind === "codes") return tabulateCodes(await listCodes(caller, query.qrCodeId, current.codes));
  if (kind === "line") return tabulateLine(presentSeries(figures), windows.current);
  return tabulateBreakdowns(current, bucketSlots(windows.current, current.slots));
}

async function* exportScans(
  caller: Caller,
  query: ReportQuery,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const window = await askWindow(caller, query);
  yield byteOrderMark + writeLine(scanHeading);
  for await (const scans of listScans(caller, window, query, signal)) {
    yield scans.map((scan) => writeLine(tabulateScan(scan, window))).join("");
  }
}

/** The window that ends now, by the database's clock; stamps may run a little ahead of it. */
async function askWindow(caller: Caller, query: ReportQuery): Promise<Window> {
  const { accountId, isSandbox } = await requireScope(caller, query);
  const { rows } = await sql.query<{ now: Date }>(
    `SELECT date_trunc('milliseconds', greatest(clock_timestamp(), l.last_stamp)) AS now
     FROM (SELECT) AS one LEFT JOIN scan_ledger l ON l.account_id = $1 AND l.is_sandbox = $2`,
    [accountId, isSandbox],
  );
  const now = rows[0]?.now.getTime() ?? Date.now();
  return chooseWindow(query.timeRange, query.timezone, now);
}

/** Lines of a table, its heading first. */
type Lines = Cell[][];

/** Days are dates; hours and minutes are told by the clocks of the zone, with how far they are ahead of UTC. */
function tabulateLine({ unit, points }: ReportSeries, window: Window): Lines {
  const tell = unit === "day" ? (at: string) => at : (at: string) => formatLocal(window, Date.parse(at));
  const lines = points.map(({ at, count, previous }): Cell[] => [tell(at), count, previous]);
  return [[unit === "day" ? "Day" : "Time", "Scans", "Scans in the period before"], ...lines];
}

function tabulateBreakdowns({ totals }: Gathered, buckets: Buckets): Lines {
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

function tabulateCodes(codes: readonly CountedCode[]): Lines {
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

function tabulateScan(scan: ExportedScan, window: Window): Cell[] {
  const { codeName, codeId, shortCode, country, city, device, browser, os, userAgent } = scan;
  const time = formatLocal(window, scan.scannedAt.getTime());
  return [time, codeName, codeId, tellShortUrl(shortCode), country, city, device, browser, os, userAgent];
}

/** A code with its scans of a window. */
interface CountedCode {
  id: string;
  name: string;
  type: ContentType;
  isDynamic: boolean;
  shortCode: string | null;
  scans: number;
}

/** All the caller's codes or the one, scanned or not, those with the most scans first. */
async function listCodes(
  { accountId, environment }: Caller,
  codeId: string | undefined,
  scanned: Counts["codes"],
): Promise<CountedCode[]> {
  const { rows } = await sql.query<Omit<CountedCode, "scans">>(
    `SELECT id, name, type, is_dynamic AS "isDynamic", short_code AS "shortCode" FROM qr_code
     WHERE account_id = $1 AND environment = $2 AND set_aside_until IS NULL AND ($3::uuid IS NULL OR id = $3)`,
    [accountId, environment, codeId ?? null],
  );
  const scansOf = new Map(scanned.map(({ codeId, scans }) => [codeId, scans]));
  return rows
    .map((code) => ({ ...code, scans: scansOf.get(code.id) ?? 0 }))
    .sort((one, other) => other.scans - one.scans || (one.id < other.id ? -1 : 1));
}
