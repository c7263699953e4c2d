import { type AddressFault, readView } from "@/components/analytics/address";
import { findDateFault } from "@/components/analytics/period";
import { feedRows, isNarrowed, type View } from "@/components/analytics/view";
import { formatDate } from "@/components/ui/dates";
import type { Caller } from "@/lib/accounts/schema";
import { isZone } from "@/lib/analytics";
import { allowsPeriod, filterNames, partsOfReport, type Report } from "@/lib/analytics/schema";
import { findCode } from "@/lib/codes";
import { ServiceError } from "@/lib/platform/errors";
import { findFilteredScans, findScans, requireScope } from "@/lib/scans";
import type { ScanEvent } from "@/lib/scans/schema";
import { readZone } from "../../request";

export interface Question {
  view: View;
  /** Of days and hours: the address's own, else that of the visitor's clocks. */
  zone: string;
  /** The code that it is about; null: all of them. */
  code: { id: string; name: string; isDynamic: boolean } | null;
  /** The codes of the tag that it is about; null: of any or none. */
  tagged: readonly string[] | null;
  fault: AddressFault | null;
}

export async function readQuestion(
  caller: Caller,
  params: Record<string, string | string[] | undefined>,
): Promise<Question> {
  const { view, fault: unread } = readView(params);
  const isKnown = view.zone === undefined || (await isZone(view.zone));
  const zone = isKnown && view.zone !== undefined ? view.zone : await readZone();
  const question = { view, zone, code: null, tagged: null };
  if (unread !== null) return { ...question, fault: unread };
  if (!isKnown) return { ...question, fault: { name: "zone", value: view.zone ?? "" } };
  const fault = findPeriodFault(view, zone) ?? findPlanFault(caller, view);
  if (fault !== null) return { ...question, fault };
  const code = view.code === undefined ? null : await findCode(caller, view.code);
  if (view.code !== undefined && code === null)
    return { ...question, fault: { name: "code", value: view.code } };
  const tagged = view.tag === undefined ? null : await findTagged(caller, view);
  if (view.tag !== undefined && tagged === null)
    return { ...question, fault: { name: "tag", value: view.tag } };
  return {
    ...question,
    code: code && { id: code.id, name: code.name, isDynamic: code.isDynamic },
    tagged,
    fault: null,
  };
}

/** Of days that are still to come in the zone, or too many. */
export function findPeriodFault({ range }: View, zone: string): AddressFault | null {
  if (typeof range === "string") return null;
  const fault = findDateFault(range, formatDate(new Date().toISOString(), zone));
  if (fault === null) return null;
  const { field, sentence } = fault;
  return { name: field, value: range[field], sentence: `${field}: ${sentence}` };
}

function findPlanFault({ plan }: Caller, { range, filters }: View): AddressFault | null {
  const parts = partsOfReport(plan);
  const filter = filterNames.find((name) => filters[name] !== undefined);
  if (filter !== undefined && parts?.hasDetails !== true) return { name: "plan", value: filter };
  return parts === null || !allowsPeriod(parts, range) ? { name: "plan", value: "range" } : null;
}

/** The codes that have the view's tag; null where no code has it. */
async function findTagged(caller: Caller, { code, tag }: View): Promise<readonly string[] | null> {
  const scope = await requireScope(caller, { qrCodeId: code, tag }).catch((thrown: unknown) => {
    if (thrown instanceof ServiceError && thrown.code === "not_found") return null;
    throw thrown;
  });
  return scope?.codeIds ?? null;
}

export interface ReportContext {
  caller: Caller;
  report: Promise<Report>;
  view: View;
  zone: string;
  code: Question["code"];
  tagged: Question["tagged"];
}

/** Narrowed ones are looked for among so many of the newest. */
export const lookedThrough = 5_000;

export function readLastScans({ caller, view, tagged }: ReportContext): Promise<ScanEvent[]> {
  const { code: codeId, filters: labels } = view;
  const owner = { accountId: caller.accountId, isSandbox: false };
  const codeIds = tagged ?? undefined;
  if (isNarrowed(view))
    return findFilteredScans({ ...owner, codeId, codeIds, labels, among: lookedThrough, limit: feedRows });
  const scope = codeIds !== undefined ? { codeIds } : codeId !== undefined ? { codeId } : {};
  return findScans({ ...owner, ...scope }, feedRows, 0n);
}
