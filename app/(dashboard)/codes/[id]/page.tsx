import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import type { DetailActions } from "@/components/codes/actions";
import { KindBadge, StateBadge, stateOf } from "@/components/codes/code-facts";
import type { ComingGrade } from "@/components/codes/detail/grade-block";
import { HeaderActions } from "@/components/codes/detail/header-actions";
import { LiveCount } from "@/components/codes/detail/live-count";
import { PrintWidthProvider } from "@/components/codes/detail/preflight";
import { DomainNotice, EndBlock, StateNotice } from "@/components/codes/detail/sections";
import { drawStored, type ShownCode } from "@/components/codes/detail/shown-code";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { PageHeader } from "@/components/shell/page-header";
import { Badge } from "@/components/ui/badge";
import type { Caller } from "@/lib/accounts/schema";
import { countWeek, readReport, readRouteFigures } from "@/lib/analytics";
import { callerOf, findSession, requireSession } from "@/lib/auth";
import { findCode as findOwnCode, gradeCode } from "@/lib/codes";
import type { StoredCode } from "@/lib/codes/schema";
import { listTargets } from "@/lib/codes/target-history";
import { findDomainFault } from "@/lib/domains";
import { hasBulk, hasDashboard } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";
import { listScans } from "@/lib/scans";
import { readZone } from "../../../request";
import {
  archiveCode,
  countCodeWeek,
  deleteCode,
  duplicateCode,
  publishImage,
  restore,
  switchCode,
} from "../actions";
import {
  changeNote,
  changeRule,
  changeTags,
  changeTarget,
  deleteGoal,
  listTags,
  removeRule,
  restoreEarlier,
  undoTarget,
} from "./actions";
import { BenchMore, BenchTop, DynamicParts, StaticParts } from "./parts";

const actions: DetailActions = {
  deleteCode,
  restore,
  countCodeWeek,
  switchCode,
  duplicateCode,
  changeTarget,
  restoreEarlier,
  undoTarget,
  changeRule,
  removeRule,
  changeTags,
  changeNote,
  archiveCode,
  publishImage,
  deleteGoal,
  listTags,
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
  const caller = callerOf(session);
  const reading = beginReading(caller, code, zone);
  const domainFault = code.domain === null ? null : await findDomainFault(caller, code.domain);
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
      {domainFault !== null && <DomainNotice fault={domainFault} />}
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
            {code.archived && <Badge>Archived</Badge>}
          </>
        }
        actions={
          <>
            {code.isDynamic && (
              <LiveCount codeId={code.id} scanCount={code.scanCount} lastScanned={code.lastScanned} />
            )}
            <HeaderActions
              code={{ ...describeEnd(code), shortUrl: code.shortUrl, target, isArchived: code.archived }}
              actions={actions}
            />
          </>
        }
      />
      <StateNotice code={code} state={state} zone={zone} nowMs={nowMs} />
    </>
  );
}

function describeEnd({ id, name, isDynamic, settings }: ShownCode["code"]) {
  return { id, name, isDynamic, isOff: settings.isActive === false };
}

/** One's own code, read once for a page and its title; null for another's as for none. */
const findCode = cache(async (id: string): Promise<StoredCode | null> => {
  const session = await findSession();
  return session === null ? null : findOwnCode(callerOf(session), id);
});

const listedScans = 10;

function beginReading(caller: Caller, { id, type, isDynamic, lastScanned }: StoredCode, zone: string) {
  const hasScans = isDynamic && lastScanned !== null;
  const reading = {
    grade: readGrade(caller, id),
    report: isDynamic ? readReport(caller, { qrCodeId: id, timeRange: "30d", timezone: zone }) : null,
    scans: hasScans ? listScans(caller, { qrCodeId: id, page: 1, limit: listedScans }) : null,
    weekScans: hasScans ? countWeek(caller, id) : Promise.resolve(0),
    targets: isDynamic ? listTargets(caller, id) : null,
    figures: isDynamic && type === "url" ? readRouteFigures(caller, id) : null,
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
