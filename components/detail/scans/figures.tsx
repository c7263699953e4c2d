import type { Report } from "@/lib/analytics/schema";
import type { ScanEvent } from "@/lib/scans/schema";
import { ComparedStats } from "../../analytics/blocks/compared-stats";
import { LineChart } from "../../charts/line-chart";
import { Stat, StatRow } from "../../charts/stat";
import { countOf } from "../../ui/counts";
import { sayAgo, sayDayMonth, sayTime } from "../../ui/dates";
import { placeOf } from "./places";

interface FiguresProps {
  report: Report;
  lastScan: { at: string; of: ScanEvent | null } | null;
  zone: string;
  nowMs: number;
}

/** What thirty days came to, and when it was scanned last. */
export function Figures({ report, lastScan, zone, nowMs }: FiguresProps) {
  return (
    <StatRow label="Scans of this code">
      <ComparedStats report={report} span=", 30 days" />
      <LastScan lastScan={lastScan} hasDetails={report.details !== null} zone={zone} nowMs={nowMs} />
    </StatRow>
  );
}

function LastScan({
  lastScan,
  hasDetails,
  zone,
  nowMs,
}: Pick<FiguresProps, "lastScan" | "zone" | "nowMs"> & { hasDetails: boolean }) {
  if (lastScan === null) return <Stat label="Last scan" value="None" note="Since it was made" />;
  const { at, of } = lastScan;
  const isToday = sayDayMonth(at, zone) === sayDayMonth(new Date(nowMs).toISOString(), zone);
  const place = hasDetails && of !== null ? placeOf(of) : null;
  const ago = sayAgo(at, nowMs, zone);
  return (
    <Stat
      label="Last scan"
      value={isToday && nowMs - Date.parse(at) < 86_400_000 ? sayTime(at, zone) : sayDayMonth(at, zone)}
      note={place === null ? ago : `${ago}, ${place}`}
    />
  );
}

/** The same thirty days as a line, beside those before. */
export function ScansLine({ report, zone, isNew }: { report: Report; zone: string; isNew: boolean }) {
  const { cappedScans } = report.summary;
  return (
    <div className="detail-x border-b border-line py-6">
      <LineChart
        id="scans"
        title="Scans"
        series={report.series}
        names={{ current: "30 days", previous: "30 days before" }}
        timeZone={zone}
        size="column"
        emptyNote={
          isNew
            ? "No scans yet. Print it at 30 mm or more and try one yourself."
            : "No scans in these 30 days."
        }
      />
      {cappedScans > 0 && (
        <p className="mt-3 text-small text-ink-3">
          {countOf(cappedScans, "more scan was", "more scans were")} counted without detail, beyond what the
          plan keeps in a month. Every redirect went on.
        </p>
      )}
    </div>
  );
}
