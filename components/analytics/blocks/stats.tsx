import type { Report } from "@/lib/analytics/schema";
import { Stat, StatRow } from "../../charts/stat";
import { countOf, formatCount } from "../../ui/counts";
import { formatDayMonth, formatTime } from "../../ui/dates";
import { SkeletonText } from "../../ui/skeleton";

interface FiguresProps {
  report: Report;
  isNarrowed: boolean;
  isOneCode: boolean;
}

export function ReportStats({ report, isNarrowed, isOneCode }: FiguresProps) {
  return (
    <StatRow label="Figures">
      <ComparedStats report={report} compares={!isNarrowed || report.previous.isWhole} />
      <AverageStat report={report} isOneCode={isOneCode} />
      <BusiestStat report={report} />
    </StatRow>
  );
}

const fraction = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });

function AverageStat({ report: { summary, dailyScans }, isOneCode }: { report: Report; isOneCode: boolean }) {
  const { totalScans, totalQRCodes, avgScansPerQR, uniqueVisitors } = summary;
  if (isOneCode && dailyScans.length > 2) {
    const perDay = fraction.format(totalScans / dailyScans.length);
    return <Stat label="Scans per day" value={perDay} note={countOf(dailyScans.length, "day")} />;
  }
  if (isOneCode) {
    const each = uniqueVisitors === 0 ? "0" : fraction.format(totalScans / uniqueVisitors);
    return <Stat label="Scans per visitor" value={each} note={countOf(uniqueVisitors, "visitor")} />;
  }
  return (
    <Stat
      label="Scans per code"
      value={fraction.format(avgScansPerQR)}
      note={countOf(totalQRCodes, "code")}
    />
  );
}

const busiest = { "5min": "Busiest 5 minutes", hour: "Busiest hour", day: "Busiest day" };

function BusiestStat({ report: { series, summary } }: { report: Report }) {
  const { unit, points } = series;
  const peak = points.reduce<(typeof points)[number] | null>(
    (best, point) => (point.count > (best?.count ?? 0) ? point : best),
    null,
  );
  if (peak === null) return <Stat label={busiest[unit]} value="None" note="0 scans" />;
  const when = unit === "day" ? formatDayMonth(peak.at) : formatTime(peak.at, summary.timeZone);
  return <Stat label={busiest[unit]} value={when} note={countOf(peak.count, "scan")} />;
}

export function StatsSkeleton() {
  return (
    <StatRow label="Figures">
      {["Scans", "Visitors", "Scans per code", "Busiest day"].map((label) => (
        <Stat key={label} label={label} value={<SkeletonText className="w-24" />} note={<SkeletonText />} />
      ))}
    </StatRow>
  );
}

interface ComparedStatsProps {
  report: Report;
  /** What stands behind the names: ", 30 days". */
  span?: string;
  compares?: boolean;
}

export function ComparedStats({ report, span = "", compares = true }: ComparedStatsProps) {
  const { summary, previous } = report;
  const soFar = nameComparison(report);
  const visitorsBefore = previous.visitorsSoFar;
  return (
    <>
      <ComparedStat
        label={`Scans${span}`}
        now={summary.totalScans}
        before={compares ? previous.scansSoFar : null}
        soFar={soFar}
        otherwise="No full period to compare with"
      />
      <ComparedStat
        label={`Visitors${span}`}
        now={summary.uniqueVisitors}
        before={compares ? visitorsBefore : null}
        soFar={soFar}
        otherwise={compares ? `${formatCount(previous.uniqueVisitors)} in the full period before` : null}
      />
    </>
  );
}

function nameComparison({ summary: { timeRange }, previous }: Report): string {
  if (timeRange === "1h") return "in the previous hour";
  if (!previous.isSoFar) return "in the period before";
  return timeRange === "1d" ? "yesterday by this time" : "same time last period";
}

interface ComparedStatProps {
  label: string;
  now: number;
  before: number | null;
  soFar: string;
  otherwise: string | null;
}

function ComparedStat({ label, now, before, soFar, otherwise }: ComparedStatProps) {
  return (
    <Stat
      label={label}
      value={formatCount(now)}
      change={before === null ? undefined : { now, before }}
      note={before === null ? otherwise : `${formatCount(before)} ${soFar}`}
    />
  );
}
