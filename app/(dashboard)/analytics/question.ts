import { type AddressFault, readView } from "@/components/analytics/address";
import { feedRows, isNarrowed, type View } from "@/components/analytics/view";
import type { Caller } from "@/lib/accounts/schema";
import { isZone } from "@/lib/analytics";
import { filterNames, partsOfReport, type Report } from "@/lib/analytics/schema";
import { findCode } from "@/lib/codes";
import { findFilteredScans, findScans } from "@/lib/scans";
import type { ScanEvent } from "@/lib/scans/schema";
import { readZone } from "../../request";

export interface Question {
  view: View;
  /** Of days and hours: the address's own, else that of the visitor's clocks. */
  zone: string;
  /** The code that it is about; null: all of them. */
  code: { id: string; name: string } | null;
  fault: AddressFault | null;
}

export async function readQuestion(
  caller: Caller,
  params: Record<string, string | string[] | undefined>,
): Promise<Question> {
  const { view, fault } = readView(params);
  const isKnown = view.zone === undefined || (await isZone(view.zone));
  const zone = isKnown && view.zone !== undefined ? view.zone : await readZone();
  const question = { view, zone, code: null };
  if (fault !== null) return { ...question, fault };
  if (!isKnown) return { ...question, fault: { name: "zone", value: view.zone ?? "" } };
  const parts = partsOfReport(caller.plan);
  const filter = filterNames.find((name) => view.filters[name] !== undefined);
  if (filter !== undefined && parts?.hasDetails !== true)
    return { ...question, fault: { name: "plan", value: filter } };
  if (parts?.timeRanges.includes(view.range) !== true)
    return { ...question, fault: { name: "plan", value: "range" } };
  if (view.code === undefined) return { ...question, fault: null };
  const code = await findCode(caller, view.code);
  if (code === null) return { ...question, fault: { name: "code", value: view.code } };
  return { ...question, code: { id: code.id, name: code.name }, fault: null };
}

export interface ReportContext {
  caller: Caller;
  report: Promise<Report>;
  view: View;
  zone: string;
}

/** Narrowed ones are looked for among so many of the newest. */
export const lookedThrough = 5_000;

export function readLastScans({ accountId }: Caller, view: View): Promise<ScanEvent[]> {
  const { code: codeId, filters: labels } = view;
  const owner = { accountId, isSandbox: false };
  if (isNarrowed(view))
    return findFilteredScans({ ...owner, codeId, labels, among: lookedThrough, limit: feedRows });
  return findScans({ ...owner, ...(codeId !== undefined && { codeId }) }, feedRows, 0n);
}
