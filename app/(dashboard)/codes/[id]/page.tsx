import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { DetailActions } from "@/components/codes/actions";
import { KindBadge, StateBadge, stateOf } from "@/components/codes/code-facts";
import { HeaderActions } from "@/components/codes/detail/header-actions";
import { PrintWidthProvider } from "@/components/codes/detail/preflight";
import { EndBlock, StateNotice } from "@/components/codes/detail/sections";
import { drawStored, type ShownCode } from "@/components/codes/detail/shown-code";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { PageHeader } from "@/components/shell/page-header";
import { callerOf, requireSession } from "@/lib/auth";
import { hasBulk, hasDashboard } from "@/lib/plans";
import { readZone } from "../../../zone";
import { bringBack, countCodeWeek, deleteCode, duplicateCode, switchCode } from "../actions";
import { changeRule, changeTarget, removeRule, restoreEarlier, undoTarget } from "./actions";
import { BenchMore, BenchTop } from "./bench";
import { beginReading, findCode } from "./load-detail";
import { DynamicParts, StaticParts } from "./parts";

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

function describeEnd({ id, name, isDynamic, settings }: ShownCode["code"]) {
  return { id, name, isDynamic, isOff: settings.isActive === false };
}
