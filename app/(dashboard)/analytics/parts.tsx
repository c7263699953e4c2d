import { BreakdownBlock, type breakdowns, TopCodes } from "@/components/analytics/blocks/breakdown";
import { ReportNotes } from "@/components/analytics/blocks/panel";
import { ReportStats } from "@/components/analytics/blocks/stats";
import { ScanFeed } from "@/components/analytics/live/feed";
import { LiveBeginning } from "@/components/analytics/live/provider";
import { isNarrowed, rangeWords } from "@/components/analytics/view";
import { HeatMap } from "@/components/charts/heat-map";
import { LineChart } from "@/components/charts/line-chart";
import { sayCount } from "@/components/ui/format";
import { findVersions } from "@/lib/codes/read";
import { lookedThrough, readLastScans } from "./last-scans";
import type { Asked } from "./question";

/** The readings; the first part, so that it says from when on scans are new. */
export async function StatsPart({ report, view }: Asked) {
  const figures = await report;
  return (
    <>
      <ReportStats report={figures} isNarrowed={isNarrowed(view)} isOneCode={view.code !== undefined} />
      <LiveBeginning endDate={figures.summary.endDate} />
    </>
  );
}

const titles = { "5min": "Scans in 5 minutes", hour: "Scans an hour", day: "Scans a day" };

export async function LinePart({ report, view, zone }: Asked) {
  const { series } = await report;
  const { names, emptyNote } = rangeWords[view.range];
  return (
    <LineChart
      id="line"
      title={titles[series.unit]}
      series={series}
      names={names}
      timeZone={zone}
      emptyNote={emptyNote}
    />
  );
}

export async function BreakdownPart({ report, view, kind }: Asked & { kind: (typeof breakdowns)[number] }) {
  const { details } = await report;
  return details && <BreakdownBlock kind={kind} details={details} view={view} />;
}

export async function HeatPart({ report, view }: Asked) {
  const { details } = await report;
  const { emptyNote } = rangeWords[view.range];
  return details && <HeatMap id="heat" title="Hour and weekday" week={details.week} emptyNote={emptyNote} />;
}

export async function FeedPart({ caller, report, view, zone }: Asked) {
  const scans = await readLastScans(caller, view);
  const { summary } = await report;
  return (
    <ScanFeed
      scans={scans}
      view={view}
      zone={zone}
      nowMs={Date.parse(summary.endDate)}
      emptyNote={
        isNarrowed(view)
          ? `None of the last ${sayCount(lookedThrough)} scans is one of these.`
          : "No scans yet."
      }
    />
  );
}

export async function TopCodesPart({ caller, report, view }: Asked) {
  const { topQRCodes, summary } = await report;
  const ids = topQRCodes.map(({ id }) => id);
  return (
    <TopCodes
      codes={topQRCodes}
      versions={await findVersions(caller, ids)}
      total={summary.totalScans}
      emptyNote={rangeWords[view.range].emptyNote}
    />
  );
}

export async function NotesPart({ report }: Asked) {
  return <ReportNotes report={await report} />;
}
