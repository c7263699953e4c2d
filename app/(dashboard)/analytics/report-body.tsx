import Link from "next/link";
import { BreakdownSkeleton, breakdowns, TopCodesSkeleton } from "@/components/analytics/blocks/breakdown";
import { FeedSkeleton, HeatSkeleton, LineSkeleton, Panel } from "@/components/analytics/blocks/panel";
import { StatsSkeleton } from "@/components/analytics/blocks/stats";
import { detailsPlan, type ReportParts } from "@/lib/analytics/schema";
import { BreakdownPart, FeedPart, HeatPart, LinePart, NotesPart, StatsPart, TopCodesPart } from "./parts";
import type { Asked } from "./question";

/** The figures, part by part; a plan without details is told in a line what the next one adds. */
export function ReportBody({ parts, ...asked }: Asked & { parts: ReportParts }) {
  return (
    <>
      <Panel what="Figures" skeleton={<StatsSkeleton />}>
        <StatsPart {...asked} />
      </Panel>
      <Panel what="The line" skeleton={<LineSkeleton />} className="page-x border-b border-line py-6">
        <LinePart {...asked} />
      </Panel>
      {parts.hasDetails ? <DetailPanels {...asked} /> : <NextPlan />}
      <Panel what="Top codes" skeleton={<TopCodesSkeleton />} className="page-x py-6">
        <TopCodesPart {...asked} />
      </Panel>
      <Panel what="Notes" skeleton={<div className="h-9" />} className="page-x pb-8">
        <NotesPart {...asked} />
      </Panel>
    </>
  );
}

function DetailPanels(asked: Asked) {
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
            <BreakdownPart kind={kind} {...asked} />
          </Panel>
        ))}
      </div>
      <div className="page-columns heat-columns border-b border-line">
        <Panel what="Hours and weekdays" skeleton={<HeatSkeleton />} className="page-column">
          <HeatPart {...asked} />
        </Panel>
        <Panel what="Last scans" skeleton={<FeedSkeleton />} className="page-column">
          <FeedPart {...asked} />
        </Panel>
      </div>
    </>
  );
}

function NextPlan() {
  return (
    <p className="page-x border-b border-line py-4 text-small text-ink-3">
      Places, devices, systems, browsers and the hours of the week come with {detailsPlan}.{" "}
      <Link href="/plan" prefetch={false} className="link">
        Compare plans
      </Link>
    </p>
  );
}
