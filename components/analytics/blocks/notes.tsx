import type { Report } from "@/lib/analytics/schema";
import { countOf } from "../../ui/counts";
import { sayDay } from "../../ui/dates";

/** What is to be known about the figures above: what is kept apart, and how exact they are. */
export function ReportNotes({ report }: { report: Report }) {
  const { summary, detailSince, details } = report;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-3">
      {sayPrecision(summary).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {detailSince !== null && (
        <li>
          Narrowed figures begin on {sayDay(detailSince, summary.timeZone)}. Of older scans only the counts
          are kept.
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

function sayPrecision({ botScans, cappedScans, precision }: Report["summary"]): string[] {
  const sentences = [];
  if (botScans > 0) sentences.push(`${sayCalls(botScans)} kept apart and not counted.`);
  if (cappedScans > 0)
    sentences.push(
      `${countOf(cappedScans, "more scan is", "more scans are")} beyond what your plan keeps in detail in a month: counted with their codes, not shown here.`,
    );
  if (precision === "quarter-hour")
    sentences.push(
      "The first day's beginning is exact to 15 minutes: older scans are kept by the quarter-hour.",
    );
  if (precision === "recounting")
    sentences.push(
      "Some days are being counted again, after a deletion or a bulk import of scans. Figures may change within a minute.",
    );
  return sentences;
}

function sayCalls(count: number): string {
  return countOf(count, "call by a bot is", "calls by bots are");
}
