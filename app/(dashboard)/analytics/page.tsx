import type { Metadata } from "next";
import { tooLong } from "@/components/analytics/blocks/panel";
import { AnalyticsFrame, LiveProvider } from "@/components/analytics/live";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { readReport } from "@/lib/analytics";
import { partsOfReport } from "@/lib/analytics/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { ServiceError } from "@/lib/platform/errors";
import type { SearchParams } from "../../request";
import { AnalyticsHeader, FilterBar, UnreadAddress } from "./head";
import { readQuestion } from "./question";
import { ReportBody } from "./report-body";

export const metadata: Metadata = { title: "Analytics" };

export default async function AnalyticsPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession();
  const parts = partsOfReport(session.plan);
  if (parts === null) return <NoDashboard plan={session.plan} kind="analytics" />;
  const caller = callerOf(session);
  const question = await readQuestion(caller, await searchParams);
  const { view, zone, code, tagged, fault } = question;
  if (fault !== null) {
    return (
      <>
        <AnalyticsHeader question={question} parts={parts} />
        <UnreadAddress fault={fault} />
      </>
    );
  }
  const report = readReport(caller, {
    timeRange: view.range,
    timezone: zone,
    qrCodeId: view.code,
    tag: view.tag,
    filters: view.filters,
  }).catch(nameFault);
  // Each part of the page waits for it and says by itself that it failed.
  report.catch(() => {});
  const page = (
    <AnalyticsFrame>
      <AnalyticsHeader question={question} parts={parts} />
      <FilterBar view={view} code={code} hasDetails={parts.hasDetails} />
      <ReportBody {...{ caller, report, view, zone, code, tagged, parts }} />
    </AnalyticsFrame>
  );
  return parts.isLive ? (
    <LiveProvider view={view} tagged={tagged}>
      {page}
    </LiveProvider>
  ) : (
    page
  );
}

/** Rethrows a fault; `too_long` carries the digest by which the browser recognises it. */
function nameFault(fault: unknown): never {
  const isTooLong = fault instanceof ServiceError && fault.details?.some(({ code }) => code === "too_long");
  throw isTooLong ? Object.assign(fault, { digest: tooLong }) : fault;
}
