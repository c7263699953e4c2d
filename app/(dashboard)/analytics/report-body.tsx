import {
  BreakdownBlock,
  BreakdownSkeleton,
  breakdowns,
  TopCodes,
  TopCodesSkeleton,
  TopTags,
} from "@/components/analytics/blocks/breakdown";
import {
  FeedSkeleton,
  HeatSkeleton,
  LineSkeleton,
  Panel,
  ReportNotes,
} from "@/components/analytics/blocks/panel";
import { ReportStats, StatsSkeleton } from "@/components/analytics/blocks/stats";
import { LiveBeginning, ScanFeed } from "@/components/analytics/live";
import { labelPeriod } from "@/components/analytics/period";
import { ReportLine } from "@/components/analytics/report-line";
import { isNarrowed } from "@/components/analytics/view";
import { HeatMap } from "@/components/charts/heat-map";
import { listTargetMarks } from "@/components/charts/series";
import { formatCount } from "@/components/ui/counts";
import { TextLink } from "@/components/ui/links";
import { detailsPlan, type ReportParts } from "@/lib/analytics/schema";
import { findVersions } from "@/lib/codes/read";
import { listTargets } from "@/lib/codes/target-history";
import { lookedThrough, type ReportContext, readLastScans } from "./question";

export function ReportBody({ parts, ...context }: ReportContext & { parts: ReportParts }) {
  return (
    <>
      <Panel what="Figures" skeleton={<StatsSkeleton />}>
        <StatsPart {...context} />
      </Panel>
      <Panel what="The line" skeleton={<LineSkeleton />} className="page-x border-b border-line py-6">
        <LinePart {...context} hasHours={parts.hasDetails} />
      </Panel>
      {parts.hasDetails ? <DetailPanels {...context} /> : <NextPlan />}
      <Panel
        what="Tags"
        skeleton={<BreakdownSkeleton title="Tags" />}
        className="page-x border-b border-line py-6"
      >
        <TagsPart {...context} />
      </Panel>
      <Panel what="Top codes" skeleton={<TopCodesSkeleton />} className="page-x py-6">
        <TopCodesPart {...context} />
      </Panel>
      <Panel what="Notes" skeleton={<div className="h-9" />} className="page-x pb-8">
        <NotesPart {...context} />
      </Panel>
    </>
  );
}

function DetailPanels(context: ReportContext) {
  return (
    <>
      <div className="page-columns border-b border-line">
        {breakdowns.map((kind) => (
          <Panel
            key={kind.name}
            what={kind.title}
            skeleton={<BreakdownSkeleton title={kind.title} />}
            className="page-column"
          >
            <BreakdownPart kind={kind} {...context} />
          </Panel>
        ))}
      </div>
      <div className="page-columns heat-columns border-b border-line">
        <Panel what="Hours and weekdays" skeleton={<HeatSkeleton />} className="page-column">
          <HeatPart {...context} />
        </Panel>
        <Panel what="Last scans" skeleton={<FeedSkeleton />} className="page-column">
          <FeedPart {...context} />
        </Panel>
      </div>
    </>
  );
}

function NextPlan() {
  return (
    <p className="page-x border-b border-line py-4 text-small text-ink-3">
      Places, devices, systems, browsers and the hours of the week come with {detailsPlan}.{" "}
      <TextLink href="/plan">Compare plans</TextLink>
    </p>
  );
}

/** The readings; the first part, so that it says from when on scans are new. */
async function StatsPart({ report, view }: ReportContext) {
  const figures = await report;
  return (
    <>
      <ReportStats report={figures} isNarrowed={isNarrowed(view)} isOneCode={view.code !== undefined} />
      <LiveBeginning endDate={figures.summary.endDate} />
    </>
  );
}

const titles = { "5min": "Scans in 5 minutes", hour: "Scans per hour", day: "Scans per day" };

async function LinePart(context: ReportContext & { hasHours: boolean }) {
  const { report, view, zone, hasHours } = context;
  const [{ series }, marks] = await Promise.all([report, readMarks(context)]);
  const { names, emptyNote } = labelPeriod(view.range);
  return (
    <ReportLine
      view={view}
      hasHours={hasHours}
      title={titles[series.unit]}
      series={series}
      marks={marks}
      names={names}
      timeZone={zone}
      emptyNote={emptyNote}
    />
  );
}

/** Where the target of the one code changed; none of many codes, and none where the history can't be read. */
async function readMarks({ caller, code }: ReportContext) {
  if (code === null || !code.isDynamic) return [];
  const targets = await listTargets(caller, code.id).catch(() => null);
  return listTargetMarks(targets?.data ?? []);
}

async function BreakdownPart({ report, view, kind }: ReportContext & { kind: (typeof breakdowns)[number] }) {
  const { details } = await report;
  return details && <BreakdownBlock kind={kind} details={details} view={view} />;
}

async function HeatPart({ report, view }: ReportContext) {
  const { details } = await report;
  const { emptyNote } = labelPeriod(view.range);
  return details && <HeatMap id="heat" title="Hour and weekday" week={details.week} emptyNote={emptyNote} />;
}

async function FeedPart(context: ReportContext) {
  const { report, view, tagged, zone } = context;
  const scans = await readLastScans(context);
  const { summary } = await report;
  return (
    <ScanFeed
      scans={scans}
      view={view}
      tagged={tagged}
      zone={zone}
      nowMs={Date.parse(summary.endDate)}
      emptyNote={
        isNarrowed(view) ? `None of the last ${formatCount(lookedThrough)} scans match.` : "No scans yet."
      }
    />
  );
}

async function TagsPart({ report, view }: ReportContext) {
  const { topTags, summary } = await report;
  return <TopTags tags={topTags} view={view} total={summary.totalScans} />;
}

async function TopCodesPart({ caller, report, view }: ReportContext) {
  const { topQRCodes, summary } = await report;
  const ids = topQRCodes.map(({ id }) => id);
  return (
    <TopCodes
      codes={topQRCodes}
      versions={await findVersions(caller, ids)}
      total={summary.totalScans}
      emptyNote={labelPeriod(view.range).emptyNote}
    />
  );
}

async function NotesPart({ report }: ReportContext) {
  return <ReportNotes report={await report} />;
}
