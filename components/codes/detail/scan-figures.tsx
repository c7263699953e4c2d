import type { Report } from "@/lib/analytics/schema";
import type { ScanEvent } from "@/lib/scans/schema";
import { ComparedStats } from "../../analytics/blocks/stats";
import { LineChart } from "../../charts/line-chart";
import type { ChartMark } from "../../charts/series";
import { Stat, StatRow } from "../../charts/stat";
import { formatCountry } from "../../ui/country";
import { countOf } from "../../ui/counts";
import { formatAgo, formatDayMonth, formatSeconds, formatTime } from "../../ui/dates";
import { Skeleton, SkeletonText, Waiting } from "../../ui/skeleton";
import { Th } from "../../ui/table";

interface FiguresProps {
  report: Report;
  lastScan: { at: string; of: ScanEvent | null } | null;
  zone: string;
  nowMs: number;
}

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
  if (lastScan === null) return <Stat label="Last scan" value="None" note="Not scanned yet" />;
  const { at, of } = lastScan;
  const isToday = formatDayMonth(at, zone) === formatDayMonth(new Date(nowMs).toISOString(), zone);
  const place = hasDetails && of !== null ? placeOf(of) : null;
  const ago = formatAgo(at, nowMs, zone);
  const note = place === null ? ago : `${ago}, ${place}`;
  return (
    <Stat
      label="Last scan"
      value={isToday && nowMs - Date.parse(at) < 86_400_000 ? formatTime(at, zone) : formatDayMonth(at, zone)}
      // One line, as it was kept free for it; the place stands whole among the last scans.
      note={
        <span className="block truncate" title={note}>
          {note}
        </span>
      }
    />
  );
}

interface ScansLineProps {
  report: Report;
  /** Where its target changed. */
  marks: readonly ChartMark[];
  zone: string;
  isNew: boolean;
}

export function ScansLine({ report, marks, zone, isNew }: ScansLineProps) {
  const { cappedScans } = report.summary;
  return (
    <div className="detail-x border-b border-line py-6">
      <LineChart
        id="scans"
        title="Scans"
        series={report.series}
        marks={marks}
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
          plan keeps in a month. Every redirect kept working.
        </p>
      )}
    </div>
  );
}

interface RecentScansProps {
  scans: readonly ScanEvent[];
  /** Without them a plan keeps to when. */
  hasDetails: boolean;
  zone: string;
  nowMs: number;
}

export function RecentScans({ scans, hasDetails, zone, nowMs }: RecentScansProps) {
  const today = formatDayMonth(new Date(nowMs).toISOString(), zone);
  const when = (iso: string) => {
    const day = formatDayMonth(iso, zone);
    return day === today ? formatSeconds(iso, zone) : `${day}, ${formatSeconds(iso, zone)}`;
  };
  return (
    <>
      <table className="w-full text-left text-small max-sm:hidden">
        <caption className="sr-only">Latest scans, newest first</caption>
        <thead>
          <tr className="text-ink-3">
            {["Time", ...(hasDetails ? ["Place", "Device", "System", "Browser"] : [])].map((column) => (
              <Th key={column} className="h-9 pr-4 font-normal">
                {column}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scans.map((scan) => (
            <tr key={scan.id} className="border-t border-line">
              <th scope="row" className="h-11 pr-4 font-medium whitespace-nowrap">
                <time dateTime={scan.scannedAt}>{when(scan.scannedAt)}</time>
              </th>
              {hasDetails && <ScanCells scan={scan} />}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="sm:hidden">
        {scans.map((scan) => (
          <li
            key={scan.id}
            className="flex min-h-14 items-center justify-between gap-4 border-t border-line py-2"
          >
            {hasDetails && (
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {placeOf(scan) ?? "Unknown place"}
                <span className="block text-small text-ink-3">
                  {[scan.device, scan.os, scan.browser].filter((word) => word !== "Unknown").join(", ")}
                </span>
              </span>
            )}
            <time dateTime={scan.scannedAt} className="shrink-0 text-small text-ink-2">
              {when(scan.scannedAt)}
            </time>
          </li>
        ))}
      </ul>
    </>
  );
}

function ScanCells({ scan }: { scan: ScanEvent }) {
  const place = placeOf(scan);
  return (
    <>
      <td className={`pr-4 ${place === null ? "text-ink-3" : ""}`}>{place ?? "Unknown"}</td>
      {[scan.device, scan.os, scan.browser].map((word, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move.
        <td key={column} className={`pr-4 last:pr-0 ${word === "Unknown" ? "text-ink-3" : ""}`}>
          {word}
        </td>
      ))}
    </>
  );
}

const stats = ["w-24", "w-28", "w-20"];

export function WaitingFigures() {
  return (
    <Waiting what="Counting scans">
      <div aria-hidden>
        <StatRow label="Scans of this code">
          {stats.map((width) => (
            <div key={width} className="stat">
              <dt className="text-small">
                <SkeletonText className={width} />
              </dt>
              <dd className="mt-0.5 min-h-9 text-reading">
                <SkeletonText className="w-20" />
              </dd>
              <dd className="mt-0.5 text-small">
                <SkeletonText className="w-32" />
              </dd>
            </div>
          ))}
        </StatRow>
        <div className="detail-x border-b border-line py-6">
          <div className="flex h-7 items-center text-heading touch:h-11">
            <SkeletonText className="w-16" />
          </div>
          {/* On phones the key to the lines has a line of its own. */}
          <div className="h-[1.375rem] md:hidden" />
          <Skeleton className="mt-3 h-[150px] w-full md:h-[184px]" />
        </div>
      </div>
    </Waiting>
  );
}

/** "Oslo, Norway", as far as it is known; null where nothing is. */
function placeOf({ city, country }: Pick<ScanEvent, "city" | "country">): string | null {
  const land = country === "Unknown" ? null : formatCountry(country);
  const known = [city === "Unknown" ? null : city, land].filter((part) => part !== null);
  return known.length === 0 ? null : known.join(", ");
}
