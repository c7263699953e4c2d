import type { Metadata } from "next";
import type { AddressFault } from "@/components/analytics/address";
import { tooLong } from "@/components/analytics/blocks/panel";
import { Chips } from "@/components/analytics/chips";
import { CodePicker, CsvMenu, ZonePicker } from "@/components/analytics/controls";
import { AnalyticsFrame, LiveProvider, ScansMark } from "@/components/analytics/live";
import { presets } from "@/components/analytics/period";
import { PeriodPicker } from "@/components/analytics/period-picker";
import {
  filterLabels,
  formatValue,
  toggleFilter,
  toggleTag,
  type View,
  writeView,
} from "@/components/analytics/view";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { PageHeader } from "@/components/shell/page-header";
import { ButtonLink } from "@/components/ui/links";
import { readReport } from "@/lib/analytics";
import { detailsPlan, filterNames, partsOfReport, type ReportParts } from "@/lib/analytics/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { ServiceError } from "@/lib/platform/errors";
import type { SearchParams } from "../../request";
import { findCodes } from "../actions";
import { Views } from "../views";
import { type Question, readQuestion } from "./question";
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

interface AnalyticsHeaderProps {
  question: Question;
  parts: ReportParts;
}

function AnalyticsHeader({ question: { view, zone, fault }, parts }: AnalyticsHeaderProps) {
  return (
    <PageHeader
      title="Analytics"
      mark={parts.isLive && <ScansMark />}
      range={
        <PeriodPicker
          view={view}
          zone={zone}
          isKnown={fault === null}
          ranges={presets.filter((range) => parts.timeRanges.includes(range))}
          hasHours={parts.hasDetails}
        />
      }
      actions={
        <>
          <ZonePicker view={view} zone={zone} />
          {fault === null && <CsvMenu kinds={parts.csvKinds} hrefs={listTables({ ...view, zone }, parts)} />}
        </>
      }
    />
  );
}

function listTables(view: View, { csvKinds }: ReportParts) {
  const path = writeView(view, "/analytics/export");
  return Object.fromEntries(
    csvKinds.map((kind) => [kind, `${path}${path.includes("?") ? "&" : "?"}kind=${kind}`]),
  );
}

interface FilterBarProps {
  view: View;
  code: Question["code"];
  hasDetails: boolean;
}

function FilterBar({ view, code, hasDetails }: FilterBarProps) {
  const tagged =
    view.tag === undefined
      ? []
      : [{ words: `Tag is ${view.tag}`, href: writeView(toggleTag(view, view.tag)) }];
  const labelled = filterNames.flatMap((name) => {
    const value = view.filters[name];
    if (value === undefined) return [];
    const words = `${filterLabels[name]} is ${formatValue(name, value)}`;
    return [{ words, href: writeView(toggleFilter(view, name, value)) }];
  });
  return (
    <div className="page-x flex min-h-14 flex-wrap items-center gap-2 border-b border-line py-2">
      <CodePicker view={view} code={code} findCodes={findCodes} />
      <Chips chips={[...tagged, ...labelled]} />
      {hasDetails && (
        <p className="ml-2 text-small text-ink-3 max-md:hidden">
          Click a bar to filter by it, or a day to see its hours
        </p>
      )}
      <div className="ml-auto">
        <Views page="analytics" query={writeView(view, "")} />
      </div>
    </div>
  );
}

function UnreadAddress({ fault }: { fault: AddressFault }) {
  const { title, sentence } = formatFault(fault);
  return (
    <div className="page-x py-10">
      <div role="alert" className="max-w-[66ch]">
        <h2 className="text-title-lg">{title}</h2>
        <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">{sentence}</p>
      </div>
      <ButtonLink href="/analytics" kind="primary" className="mt-5">
        Show the last 30 days
      </ButtonLink>
    </div>
  );
}

function formatFault({ name, value, sentence }: AddressFault): { title: string; sentence: string } {
  if (name === "code") {
    return {
      title: "There is no such code",
      sentence: "It was deleted or belongs to another account.",
    };
  }
  if (name === "plan") {
    return {
      title: "Your plan shows totals only",
      sentence: `Figures by hour, place, device, system and browser come with ${detailsPlan}.`,
    };
  }
  if (name === "tag") {
    return {
      title: "No code has this tag",
      sentence: `“${value}” was renamed or removed, or never was a tag.`,
    };
  }
  const title = "This view doesn't exist";
  if (sentence !== undefined) return { title, sentence };
  if (name === "range")
    return {
      title,
      sentence: `“${value}” is not a range. Use ${presets.slice(0, -1).join(", ")} or ${presets.at(-1)}, or days as from and to.`,
    };
  if (name === "zone") {
    return {
      title,
      sentence: `“${value}” is not a time zone. Use an IANA name, like Europe/Oslo.`,
    };
  }
  const labels: Partial<Record<string, string>> = filterLabels;
  return { title, sentence: `${labels[name] ?? name}: “${value}” is not a value to filter by.` };
}
