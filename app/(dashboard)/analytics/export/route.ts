import { type AddressFault, readView } from "@/components/analytics/address";
import { tableLabels } from "@/components/analytics/view";
import type { Caller } from "@/lib/accounts/schema";
import { exportCsv, isZone } from "@/lib/analytics";
import { type CsvKind, csvKinds, type Period } from "@/lib/analytics/schema";
import { requireDashboardCaller } from "@/lib/auth";
import { fieldError } from "@/lib/platform/errors";
import { presentFileName } from "@/lib/platform/http";
import { answerFile, streamBody } from "../../../answer-file";
import { readZone } from "../../../request";
import { findPeriodFault } from "../question";

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
  if (fault !== null) throw refuse(fault);
  const { kind } = query;
  if (typeof kind !== "string" || !isKind(kind)) throw refuse({ name: "kind" }, csvKinds(plan));
  const { range, zone, code, tag, filters } = view;
  const timezone = zone ?? (await readZone());
  // A zone that is not known is the domain's to refuse.
  const late = (await isZone(timezone)) ? findPeriodFault(view, timezone) : null;
  if (late !== null) throw refuse(late);
  return { kind, range, query: { timeRange: range, timezone, qrCodeId: code, tag, filters } };
}

/** `quietzone-scans-over-time-30d.csv`, `quietzone-every-scan-2026-01-01-to-2026-01-31.csv` */
function nameFile(kind: CsvKind, range: Period): string {
  const period = typeof range === "string" ? range : `${range.from}-to-${range.to}`;
  return `quietzone-${tableLabels[kind].toLowerCase().replaceAll(" ", "-")}-${period}.csv`;
}

/** A table that the plan has not is the domain's to refuse, so here any that there is will do. */
const isKind = (text: string): text is CsvKind => Object.hasOwn(tableLabels, text);

function refuse({ name, sentence }: Pick<AddressFault, "name" | "sentence">, allowed?: readonly string[]) {
  const unknown =
    allowed === undefined ? `${name} is not known` : `${name} must be one of ${allowed.join(", ")}`;
  const bounds = allowed === undefined ? {} : { allowed };
  return fieldError("validation_failed", {
    field: name,
    code: "invalid_value",
    message: sentence ?? unknown,
    ...bounds,
  });
}
