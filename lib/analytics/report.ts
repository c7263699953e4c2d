import type { Caller } from "@/lib/accounts/schema";
import { ServiceError } from "@/lib/platform/errors";
import { readFromReplica } from "@/lib/platform/read-replica";
import { type Buckets, bucketSlots, sum } from "./bucket";
import {
  type Gathered,
  presentBreakdowns,
  presentDays,
  presentDistributions,
  rankLabels,
  summarize,
} from "./present";
import { listRankedTags } from "./queries";
import { chooseScope, countCodes, rankCodes } from "./read-analytics";
import { type ReportFigures, readFigures } from "./report-figures";
import {
  allowsPeriod,
  type PreviousPeriod,
  partsOfReport,
  type Report,
  type ReportDetails,
  type ReportQuery,
} from "./report-schema";
import { presentSeries } from "./series";
import type { Window } from "./window";

/** Cities that are listed at most. */
const maxCities = 100;

/**
 * The report of all the caller's codes, of one or of those of a tag, narrowed by its filters, as much of it as the plan has. Throws
 * `plan_required` on a plan without charts, without the hours of a short range, or without the places and devices that a
 * filter names; else as `readAnalytics` does.
 */
export function readReport(caller: Caller, query: ReportQuery): Promise<Report> {
  return readFromReplica(caller.accountId, () => presentReport(caller, query));
}

async function presentReport(caller: Caller, query: ReportQuery): Promise<Report> {
  const { parts, scope, figures } = await readReportFigures(caller, query);
  const { windows, current, since } = figures;
  const buckets = bucketSlots(windows.current, current.slots);
  const before = bucketSlots(windows.previous, figures.previous.slots);
  const codes = await rankCodes(caller, current.codes);
  return {
    summary: summarize(windows.current, current, buckets, countCodes(scope) ?? codes.total),
    topQRCodes: codes.top,
    topTags: await listRankedTags(caller, current.codes),
    dailyScans: presentVisitors(windows.current, current, buckets),
    series: presentSeries(figures),
    previous: presentPrevious(figures, before),
    details: parts.hasDetails ? presentDetails(current, buckets) : null,
    detailSince: since !== null && since > windows.current.from ? new Date(since).toISOString() : null,
    isLive: parts.isLive,
  };
}

/** What a report is made of, once the plan, the zone and the code have been found to allow it. */
export async function readReportFigures(caller: Caller, query: ReportQuery) {
  const parts = partsOfReport(caller.plan);
  if (parts === null)
    throw new ServiceError("plan_required", "This plan has analytics through the API only, without charts");
  if (!allowsPeriod(parts, query.timeRange))
    throw new ServiceError("plan_required", "This plan has counts by the day, not by the hour");
  if (!parts.hasDetails && Object.values(query.filters ?? {}).some((label) => label !== undefined))
    throw new ServiceError("plan_required", "This plan can't filter analytics by place or device");
  const scope = await chooseScope(caller, query);
  return { parts, scope, figures: await readFigures(scope, query, parts.hasDetails) };
}

function presentPrevious(
  { windows, previous, soFar, since }: ReportFigures,
  buckets: Buckets,
): PreviousPeriod {
  return {
    startDate: new Date(windows.previous.from).toISOString(),
    endDate: new Date(windows.previous.to - 1).toISOString(),
    totalScans: sum(buckets.days),
    uniqueVisitors: sum([...previous.visitors.values()]),
    scansSoFar: soFar.scans,
    visitorsSoFar: soFar.visitors,
    dailyScans: presentDays(windows.previous, buckets),
    isSoFar: windows.lastDay.to < windows.previous.to,
    isWhole: since === null || since <= windows.previous.from,
  };
}

/** Visitors are distinct within a day of UTC: a zone's day has a number only where it is that day. */
function presentVisitors(window: Window, gathered: Gathered, buckets: Buckets): Report["dailyScans"] {
  const isUtc = gathered.isExact && window.offsets.every(({ aheadMs }) => aheadMs === 0);
  return presentDays(window, buckets).map((day) => ({
    ...day,
    visitors: isUtc ? (gathered.visitors.get(day.date) ?? 0) : null,
  }));
}

function presentDetails({ totals }: Gathered, buckets: Buckets): ReportDetails {
  return {
    breakdowns: presentBreakdowns(totals, sum(buckets.days)),
    distributions: presentDistributions(buckets),
    week: buckets.week,
    cities: listCities(totals),
    cityScans: sum(Object.values(totals.city)),
  };
}

/** Labels of cities are `<country>/<city>`. */
function listCities(totals: Gathered["totals"]): ReportDetails["cities"] {
  return rankLabels(totals.city)
    .slice(0, maxCities)
    .map(([label, count]) => {
      const slash = label.indexOf("/");
      return { city: label.slice(slash + 1), country: label.slice(0, slash), count };
    });
}
