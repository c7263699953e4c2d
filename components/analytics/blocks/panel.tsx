import { type ReactNode, Suspense } from "react";
import type { Report } from "@/lib/analytics/schema";
import { countOf } from "../../ui/counts";
import { formatDay } from "../../ui/dates";
import { FailedPart } from "../../ui/failed-part";
import { Skeleton, Waiting } from "../../ui/skeleton";

interface PanelProps {
  what: string;
  skeleton: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The digest of a report that would take too long; all else that a browser is told of a fault is a number. */
export const tooLong = "too_long";

export function Panel({ what, skeleton, className = "", children }: PanelProps) {
  return (
    <div className={className}>
      <FailedPart
        what={what}
        reasons={{ [tooLong]: "this range has too many scans to filter quickly. Choose a shorter one." }}
        className={`min-h-28 ${className === "" ? "page-x border-b border-line" : ""}`}
      >
        <Suspense fallback={<Waiting what={`Loading: ${what}`}>{skeleton}</Waiting>}>{children}</Suspense>
      </FailedPart>
    </div>
  );
}

export function LineSkeleton() {
  return (
    <div>
      <p className="flex min-h-7 items-center text-heading touch:min-h-11">Scans</p>
      {/* On phones the key to the lines has a line of its own. */}
      <p className="h-[1.375rem] md:hidden" />
      <Skeleton className="mt-3 h-[150px] w-full md:h-[228px]" />
    </div>
  );
}

export function HeatSkeleton() {
  return (
    <div>
      <p className="flex min-h-7 items-center text-heading touch:min-h-11">Hour and weekday</p>
      <div className="heat-ghost pending mt-3" aria-hidden />
      <div className="mt-3 h-[1.125rem]" />
    </div>
  );
}

export function FeedSkeleton() {
  return (
    <div>
      <p className="flex min-h-7 items-center text-heading">Last scans</p>
      <div className="mt-2 min-h-[245px]">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <div key={row} className="flex h-10 items-center">
            <Skeleton className="h-3 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}

export function ReportNotes({ report }: { report: Report }) {
  const { summary, detailSince, details } = report;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-3">
      {formatPrecision(summary).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {detailSince !== null && (
        <li>
          Filtered figures start on {formatDay(detailSince, summary.timeZone)}. Older scans are kept as counts
          only.
        </li>
      )}
      {details !== null && (
        <li>
          <a
            className="link touch:inline-flex touch:min-h-11 touch:items-center"
            href="https://db-ip.com"
            rel="noreferrer"
          >
            IP Geolocation by DB-IP
          </a>
        </li>
      )}
    </ul>
  );
}

function formatPrecision({ botScans, cappedScans, precision }: Report["summary"]): string[] {
  const sentences = [];
  if (botScans > 0) sentences.push(`${formatCalls(botScans)} kept separately and not counted.`);
  if (cappedScans > 0)
    sentences.push(
      `${countOf(cappedScans, "more scan is", "more scans are")} beyond what your plan keeps in detail in a month: counted with their codes, not shown here.`,
    );
  if (precision === "quarter-hour")
    sentences.push(
      "The start of the first day is exact to 15 minutes: older scans are kept per quarter-hour.",
    );
  if (precision === "recounting")
    sentences.push(
      "Some days are being recounted after a deletion or a bulk import of scans. Figures may change within a minute.",
    );
  return sentences;
}

const formatCalls = (count: number): string => countOf(count, "call by a bot is", "calls by bots are");
