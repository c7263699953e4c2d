import type { Caller } from "@/lib/accounts/schema";
import { LongWorkLimit } from "@/lib/platform/concurrency";
import { byteOrderMark, type Cell, writeLine } from "@/lib/platform/csv";
import { shortUrlOf } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { findReadPoint, type ReadPoint, readBehind, readFromReplica } from "@/lib/platform/read-replica";
import type { Counts, Scope } from "@/lib/rollups";
import { weekdays } from "@/lib/routes/schema";
import { type Buckets, bucketSlots, sumHours, sumWeekdays } from "./bucket";
import { type Gathered, rankLabels } from "./present";
import {
  type ExportedCode,
  type ExportedScan,
  findNow,
  listCodesForExport,
  listExportedScans,
  type PageEdge,
} from "./queries";
import { chooseScope } from "./read-analytics";
import { readReportFigures } from "./report";
import { choosePeriod } from "./report-figures";
import {
  type CsvKind,
  csvKinds,
  type ReportFilters,
  type ReportQuery,
  type ReportSeries,
} from "./report-schema";
import { presentSeries } from "./series";
import { formatLocal, type Window } from "./window";

const dimensions = {
  country: "Country",
  city: "City",
  device: "Device",
  browser: "Browser",
  os: "System",
  route: "Route",
  variant: "Variant",
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
  "Route",
  "Variant",
];

const formatShortUrl = (path: string | null) => (path === null ? null : shortUrlOf(path));

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
    throw new ServiceError(
      "plan_required",
      `kind: this plan has no such table; choose from ${csvKinds(caller.plan).join(", ")}`,
    );
  const leave = await limit().acquire(caller.accountId);
  try {
    if (kind === "scans") yield* exportScans(caller, query, signal);
    else {
      const lines = await readFromReplica(caller.accountId, () => tabulate(caller, query, kind));
      yield byteOrderMark + lines.map(writeLine).join("");
    }
  } finally {
    leave();
  }
}

async function tabulate(caller: Caller, query: ReportQuery, kind: Exclude<CsvKind, "scans">): Promise<Lines> {
  const { scope, figures } = await readReportFigures(caller, query);
  const { windows, current } = figures;
  if (kind === "codes") return tabulateCodes(await listCodes(caller, scope, current.codes));
  if (kind === "line") return tabulateLine(presentSeries(figures), windows.current);
  return tabulateBreakdowns(current, bucketSlots(windows.current, current.slots));
}

async function* exportScans(
  caller: Caller,
  query: ReportQuery,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const scope = await chooseScope(caller, query);
  const point = await findReadPoint();
  // By the database's clock; stamps may run a little ahead of it.
  const window = choosePeriod(query, (await findNow(scope)).getTime());
  yield byteOrderMark + writeLine(scanHeading);
  for await (const scans of listScans({ scope, point }, window, query.filters, signal)) {
    yield scans.map((scan) => writeLine(tabulateScan(scan, window))).join("");
  }
}

/** Lines of a table, its heading first. */
type Lines = Cell[][];

/** Days are dates; times are those of the zone, with the offset from UTC. */
function tabulateLine({ unit, points }: ReportSeries, window: Window): Lines {
  const format = unit === "day" ? (at: string) => at : (at: string) => formatLocal(window, Date.parse(at));
  const lines = points.map(({ at, count, previous }): Cell[] => [format(at), count, previous]);
  return [[unit === "day" ? "Day" : "Time", "Scans", "Scans in the period before"], ...lines];
}

function tabulateBreakdowns({ totals }: Gathered, buckets: Buckets): Lines {
  const ofDimension = ([dimension, name]: [string, string]) =>
    rankLabels(totals[dimension as keyof typeof dimensions]).map(([label, scans]): Cell[] => [
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
  const lines = codes.map(({ name, id, type, isDynamic, path, scans }): Cell[] => [
    name,
    id,
    type,
    isDynamic ? "yes" : "no",
    formatShortUrl(path),
    scans,
  ]);
  return [["Code", "Code ID", "Type", "Dynamic", "Short link", "Scans"], ...lines];
}

function tabulateScan(scan: ExportedScan, window: Window): Cell[] {
  const { codeName, codeId, path, country, city, device, browser, os, userAgent, route, variant } = scan;
  const code = [codeName, codeId, formatShortUrl(path)];
  const time = formatLocal(window, scan.scannedAt.getTime());
  return [time, ...code, country, city, device, browser, os, userAgent, route, variant];
}

type CountedCode = ExportedCode & { scans: number };

/** The codes of a scope, scanned or not, those with the most scans first. */
async function listCodes(
  caller: Caller,
  { codeId, codeIds }: Scope,
  scanned: Counts["codes"],
): Promise<CountedCode[]> {
  const scansOf = new Map(scanned.map(({ codeId, scans }) => [codeId, scans]));
  return (await listCodesForExport(caller, codeId === undefined ? (codeIds ?? null) : [codeId]))
    .map((code) => ({ ...code, scans: scansOf.get(code.id) ?? 0 }))
    .sort((one, other) => other.scans - one.scans || (one.id < other.id ? -1 : 1));
}

/** Before every id there is. */
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * The scans of a window and of all labels asked for, newest first, a thousand at a time: a slow reader keeps no
 * connection and no view of the database waiting. Scans of codes that are not there are left out.
 */
async function* listScans(
  { scope, point }: { scope: Scope; point: ReadPoint },
  { from, to }: Window,
  { country, city, device, browser, os }: ReportFilters = {},
  signal?: AbortSignal,
): AsyncGenerator<ExportedScan[]> {
  const labels = [country, city, device, browser, os].map((label) => label ?? null);
  let before: PageEdge = { edgeAt: new Date(to), edgeId: firstId };
  for (;;) {
    signal?.throwIfAborted();
    const edge = before;
    const rows = await limit().read(() =>
      readBehind(point, () => listExportedScans(scope, new Date(from), edge, labels)),
    );
    if (rows[0] === undefined) return;
    const scans = rows.filter((row): row is PageEdge & ExportedScan => row.id !== null);
    if (scans.length > 0) yield scans;
    before = rows[0];
  }
}

/** Two tables of an account are taken at a time, 16 in a process. */
const newLimit = () =>
  new LongWorkLimit({
    perProcess: 16,
    perAccount: 2,
    waitMs: 2_000,
    busyRetrySeconds: 2,
    busyMessage: "Too many exports are running",
    busyAccountMessage: "This account is already downloading two tables. Try again when one finishes.",
  });
const limit = () => oncePerProcess("exports", newLimit);
