import type { Caller } from "@/lib/accounts/schema";
import { byteOrderMark, writeLine } from "@/lib/platform/csv";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { bucketSlots } from "../bucket";
import { requireScope } from "../read-analytics";
import { readReportFigures } from "../report/read-report";
import { presentSeries } from "../report/series";
import { type CsvKind, csvKinds, type ReportQuery } from "../report/shape";
import { chooseWindow, type Window } from "../window";
import { listCodes } from "./list-codes";
import { listScans } from "./list-scans";
import { takePlace } from "./places";
import {
  type Lines,
  scanHeading,
  tabulateBreakdowns,
  tabulateCodes,
  tabulateLine,
  tabulateScan,
} from "./tables";

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
