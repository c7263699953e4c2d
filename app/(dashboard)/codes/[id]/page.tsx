import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { cache } from "react";
import { stateOf } from "@/components/codes/facts/code-state";
import { KindBadge, StateBadge } from "@/components/codes/facts/state-badge";
import { typeNames } from "@/components/codes/facts/type-words";
import type { DetailActions } from "@/components/detail/actions";
import { Downloads } from "@/components/detail/bench/downloads";
import { Facts } from "@/components/detail/bench/facts";
import { type ComingGrade, GradeBlock } from "@/components/detail/bench/grade-block";
import { Hero } from "@/components/detail/bench/hero";
import { ShortLink } from "@/components/detail/bench/short-link";
import { drawStored } from "@/components/detail/draw-stored";
import { EndBlock } from "@/components/detail/end/end-block";
import { HeaderActions } from "@/components/detail/header-actions";
import { shapeOf } from "@/components/detail/print/judge-print";
import { Preflight } from "@/components/detail/print/preflight";
import { PrintWidthProvider } from "@/components/detail/print/print-width";
import type { ShownCode } from "@/components/detail/shown-code";
import { StateNotice } from "@/components/detail/state-notice";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { PageHeader } from "@/components/shell/page-header";
import { sayDay, sayTime } from "@/components/ui/dates";
import type { Caller } from "@/lib/accounts/schema";
import { countWeek, readReport } from "@/lib/analytics";
import { callerOf, findSession, requireSession } from "@/lib/auth";
import { findCode as findOwnCode, gradeCode, listTargets } from "@/lib/codes";
import type { StoredCode } from "@/lib/codes/schema";
import { hasBulk, hasDashboard } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";
import { listScans } from "@/lib/scans";
import { readZone } from "../../../zone";
import { bringBack, countCodeWeek, deleteCode, duplicateCode, switchCode } from "../actions";
import { changeRule, changeTarget, removeRule, restoreEarlier, undoTarget } from "./actions";
import { DynamicParts, StaticParts } from "./parts";

/** One's own code, read once for a page and its title; null for another's as for none. */
const findCode = cache(async (id: string): Promise<StoredCode | null> => {
  const session = await findSession();
  return session === null ? null : findOwnCode(callerOf(session), id);
});

const listedScans = 10;

const actions: DetailActions = {
  deleteCode,
  bringBack,
  countCodeWeek,
  switchCode,
  duplicateCode,
  changeTarget,
  restoreEarlier,
  undoTarget,
  changeRule,
  removeRule,
};

interface CodePageProps {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: CodePageProps): Promise<Metadata> {
  const code = await findCode((await params).id);
  return { title: code?.name ?? "Code" };
}

export default async function CodePage({ params }: CodePageProps) {
  const session = await requireSession();
  if (!hasDashboard(session.plan)) return <NoDashboard plan={session.plan} />;
  const [{ id }, zone] = await Promise.all([params, readZone()]);
  const code = await findCode(id);
  if (code === null) notFound();
  const reading = beginReading(callerOf(session), code, zone);
  const shown = {
    code,
    sheet: drawStored(code),
    reading,
    zone,
    nowMs: Date.now(),
    hasLabels: hasBulk(session.plan),
    actions,
  };
  const end = <EndBlock code={describeEnd(code)} weekScans={reading.weekScans} actions={actions} />;
  return (
    <PrintWidthProvider>
      <Head {...shown} />
      {code.isDynamic ? (
        <div className="detail">
          <BenchTop {...shown} />
          <div className="detail-main min-w-0">
            <DynamicParts {...shown} />
          </div>
          <BenchMore {...shown} />
          <div className="detail-end min-w-0">{end}</div>
        </div>
      ) : (
        <div className="detail">
          <BenchTop {...shown} />
          <BenchMore {...shown} />
          <div className="detail-side min-w-0">
            <StaticParts {...shown} />
            {end}
          </div>
        </div>
      )}
    </PrintWidthProvider>
  );
}

function Head({ code, zone, nowMs }: ShownCode) {
  const state = stateOf(code, nowMs);
  const target = code.isDynamic && code.type === "url" ? code.content : null;
  return (
    <>
      <PageHeader
        title={code.name}
        trail={{ href: "/codes", name: "Codes" }}
        mark={
          <>
            <KindBadge isDynamic={code.isDynamic} />
            <StateBadge state={state} />
          </>
        }
        actions={
          <HeaderActions code={{ ...describeEnd(code), shortUrl: code.shortUrl, target }} actions={actions} />
        }
      />
      <StateNotice code={code} state={state} zone={zone} nowMs={nowMs} />
    </>
  );
}

/** What ends a code needs to know of it. */
function describeEnd({ id, name, isDynamic, settings }: ShownCode["code"]) {
  return { id, name, isDynamic, isOff: settings.isActive === false };
}

/** What takes longer than the code itself, asked for at once and waited for where it is shown. */
function beginReading(caller: Caller, { id, isDynamic, lastScanned }: StoredCode, zone: string) {
  const hasScans = isDynamic && lastScanned !== null;
  const reading = {
    grade: readGrade(caller, id),
    report: isDynamic ? readReport(caller, { qrCodeId: id, timeRange: "30d", timezone: zone }) : null,
    scans: hasScans ? listScans(caller, { qrCodeId: id, page: 1, limit: listedScans }) : null,
    weekScans: hasScans ? countWeek(caller, id) : Promise.resolve(0),
    targets: isDynamic ? listTargets(caller, id) : null,
  };
  // Each is waited for elsewhere; what fails before is not unheard.
  for (const part of Object.values(reading)) part?.catch(() => undefined);
  return reading;
}

async function readGrade(caller: Caller, id: string): ComingGrade {
  try {
    return (await gradeCode(caller, id)) ?? "unreadable";
  } catch (fault) {
    if (fault instanceof ServiceError && fault.code === "unavailable") return "unavailable";
    throw fault;
  }
}

/** Where the code lies: itself, how well it reads, and the files. */
function BenchTop({ code, sheet, reading, hasLabels }: ShownCode) {
  const { id, updatedAt, shortUrl } = code;
  return (
    <div className="detail-hero detail-bench bench bg-canvas pt-7 pb-5 max-xl:border-b max-xl:border-line md:max-xl:grid md:max-xl:grid-cols-[308px_minmax(0,1fr)] md:max-xl:gap-8">
      <div>
        <Hero sheet={sheet} />
        <div className="mt-7 min-h-3">{shortUrl !== null && <ShortLink shortUrl={shortUrl} />}</div>
      </div>
      <div className="mt-6 grid content-start gap-8 md:max-xl:mt-4">
        <GradeBlock
          grade={reading.grade}
          edit={
            <Link href={`/codes/${id}/edit`} prefetch={false} className="link">
              Change how it looks
            </Link>
          }
        />
        {sheet !== null && (
          <Downloads code={{ id, updatedAt }} hasLabels={hasLabels} leastPixels={code.minSize} />
        )}
      </div>
    </div>
  );
}

/** What is asked of the code before it is printed, and what else is known of it. */
function BenchMore({ code, sheet, reading, zone }: ShownCode) {
  const moment = (iso: string) => `${sayDay(iso, zone)}, ${sayTime(iso, zone)}`;
  return (
    <div className="detail-more detail-bench bench grid content-start gap-10 bg-canvas pt-5 pb-10 max-xl:border-b max-xl:border-line md:max-xl:grid-cols-2 md:max-xl:gap-8">
      {sheet !== null && <Preflight shape={shapeOf(sheet.matrix, sheet.style)} grade={reading.grade} />}
      <Facts
        facts={[
          { name: "Type", value: typeNames[code.type] },
          ...(sheet === null
            ? []
            : [{ name: "Symbol", value: `Version ${sheet.matrix.version}, level ${sheet.matrix.level}` }]),
          ...(code.isDynamic
            ? [{ name: "Scans in all", value: code.scanCount.toLocaleString("en-GB") }]
            : []),
          { name: "Made", value: moment(code.createdAt) },
          { name: "Changed", value: moment(code.updatedAt) },
          {
            name: "Id",
            value: <code className="font-mono text-mono select-all">{code.id}</code>,
          },
        ]}
      />
    </div>
  );
}
