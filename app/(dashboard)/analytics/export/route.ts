import { readView } from "@/components/analytics/address";
import { tableLabels } from "@/components/analytics/view";
import type { Caller } from "@/lib/accounts/schema";
import { exportCsv } from "@/lib/analytics";
import { type CsvKind, csvKinds, type TimeRange } from "@/lib/analytics/schema";
import { requireDashboardCaller } from "@/lib/auth";
import { fieldError } from "@/lib/platform/errors";
import { presentFileName } from "@/lib/platform/http";
import { answerFile } from "../../../answer-file";
import { readZone } from "../../../request";
import { streamBody } from "../../../stream-body";

export async function GET(request: Request): Promise<Response> {
  return answerFile(request, async () => {
    const { headers, read } = await openTable(request);
    return new Response(await streamBody(read, { gone: request.signal }), { headers });
  });
}

/** Without this, Next would have a table made that nobody reads. */
export async function HEAD(request: Request): Promise<Response> {
  return answerFile(request, async () => new Response(null, { headers: (await openTable(request)).headers }));
}

async function openTable(request: Request) {
  const caller = await requireDashboardCaller();
  const { kind, range, query } = await readQuestion(caller, new URL(request.url).searchParams);
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": presentFileName(nameFile(kind, range), "attachment"),
    "Cache-Control": "private, no-store",
    Vary: "Cookie",
  };
  return { headers, read: (signal: AbortSignal) => exportCsv(caller, query, kind, signal) };
}

async function readQuestion({ plan }: Caller, search: URLSearchParams) {
  const query: Record<string, string | string[]> = {};
  for (const name of search.keys()) {
    const values = search.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  const { view, fault } = readView(query);
  if (fault !== null) throw refuse(fault.name);
  const { kind } = query;
  if (typeof kind !== "string" || !isKind(kind)) throw refuse("kind", csvKinds(plan));
  const { range, zone, code, filters } = view;
  const timezone = zone ?? (await readZone());
  return { kind, range, query: { timeRange: range, timezone, qrCodeId: code, filters } };
}

/** `quietzone-scans-over-time-30d.csv` */
function nameFile(kind: CsvKind, range: TimeRange): string {
  return `quietzone-${tableLabels[kind].toLowerCase().replaceAll(" ", "-")}-${range}.csv`;
}

/** A table that the plan has not is the domain's to refuse, so here any that there is will do. */
const isKind = (text: string): text is CsvKind => Object.hasOwn(tableLabels, text);

function refuse(field: string, allowed?: readonly string[]) {
  const message =
    allowed === undefined ? `${field} is not known` : `${field} must be one of ${allowed.join(", ")}`;
  const bounds = allowed === undefined ? {} : { allowed };
  return fieldError("validation_failed", { field, code: "invalid_value", message, ...bounds });
}
