import Link from "next/link";
import { Suspense } from "react";
import { listTargetMarks } from "@/components/charts/series";
import { describeTarget } from "@/components/codes/describe-target";
import { Downloads } from "@/components/codes/detail/downloads";
import { Goals } from "@/components/codes/detail/goals";
import { Facts, GradeBlock } from "@/components/codes/detail/grade-block";
import { CopyAsDynamic, ShortLink } from "@/components/codes/detail/header-actions";
import { OrderRows } from "@/components/codes/detail/order-rows";
import { Preflight } from "@/components/codes/detail/preflight";
import { shapeOf } from "@/components/codes/detail/print-check";
import { RuleRows } from "@/components/codes/detail/rule-rows";
import { describeRules } from "@/components/codes/detail/rules";
import { Figures, RecentScans, ScansLine, WaitingFigures } from "@/components/codes/detail/scan-figures";
import { Hero, Section, TargetRules } from "@/components/codes/detail/sections";
import { describeTargets, type ShownCode } from "@/components/codes/detail/shown-code";
import { TargetForm, TargetHistory } from "@/components/codes/detail/target-editor";
import { typeNames } from "@/components/codes/type-names";
import { hasRouting, openRouting } from "@/components/routes/draft";
import { formatDay, formatMoment, formatTime, formatZone } from "@/components/ui/dates";
import { FailedPart } from "@/components/ui/failed-part";
import { TextLink } from "@/components/ui/links";
import { SkeletonText, Waiting } from "@/components/ui/skeleton";
import { maxAliases } from "@/lib/codes/slug";
import { env } from "@/lib/platform/env";
import { writeWallTime } from "@/lib/platform/wall-time";

const asideLink =
  "flex items-center rounded-medium text-small font-medium text-accent hover:text-accent-hover touch:min-h-11";

const failed = "detail-x border-b border-line py-6";

export function DynamicParts(shown: ShownCode) {
  const { code, zone, actions } = shown;
  const rules = describeRules(code, {
    say: (iso) => formatMoment(iso, zone),
    enter: (iso) => writeWallTime(iso, zone),
    describeAddress: (content) => describeTarget({ type: "url", content }),
  });
  return (
    <>
      <FailedPart what="Figures of scans" className={failed}>
        <Suspense fallback={<WaitingFigures />}>
          <ScanFigures {...shown} />
        </Suspense>
      </FailedPart>
      <FailedPart what="Goals" className={failed}>
        <GoalsBlock {...shown} />
      </FailedPart>
      <TargetBlock {...shown} />
      <RulesBlock {...shown} />
      {code.aliases.length > 0 && <EarlierLinks aliases={code.aliases} />}
      <Section
        id="rules"
        title="Schedule and limits"
        aside={<span className="text-small text-ink-3">Times in {formatZone(zone)}</span>}
      >
        <RuleRows codeId={code.id} rules={rules} zone={zone} actions={actions} />
      </Section>
      <OrderBlock {...shown} />
      <FailedPart what="The last scans" className={failed}>
        <Suspense fallback={<WaitingScans />}>
          <LastScans {...shown} />
        </Suspense>
      </FailedPart>
    </>
  );
}

async function ScanFigures({ code, reading, zone, nowMs }: ShownCode) {
  const [report, scans] = await Promise.all([reading.report, reading.scans]);
  if (report === null) return null;
  // Without the history the line is whole; the block of targets says that it can't be read.
  const targets = await reading.targets?.catch(() => null);
  const marks = listTargetMarks(targets?.data ?? []);
  const lastScan = code.lastScanned === null ? null : { at: code.lastScanned, of: scans?.data[0] ?? null };
  return (
    <>
      <Figures report={report} lastScan={lastScan} zone={zone} nowMs={nowMs} />
      <ScansLine report={report} marks={marks} zone={zone} isNew={lastScan === null} />
    </>
  );
}

/** Before anything is sent, for not every code has it: what is below would move. */
async function GoalsBlock({ code, reading, actions }: ShownCode) {
  const figures = await reading.figures;
  const { appendScanId, routes = [] } = code.settings;
  if (figures === null || (figures.goals.length === 0 && appendScanId !== true)) return null;
  return (
    <Goals codeId={code.id} deleteGoal={actions.deleteGoal} {...{ figures, routes }} baseUrl={env.baseUrl} />
  );
}

async function TargetBlock(shown: ShownCode) {
  const { code, actions } = shown;
  // Before anything is sent: nothing below may move once it comes. What can't be read fails in its place.
  const history = await describeHistory(shown).catch(() => undefined);
  const { id, type, content, shortUrl } = code;
  const preview = shortUrl && (
    <a href={`${shortUrl}+`} target="_blank" rel="noreferrer" className={asideLink}>
      Preview page
    </a>
  );
  const edit = (
    <Link href={`/codes/${id}/edit`} prefetch={false} className={asideLink}>
      Change what it opens
    </Link>
  );
  return (
    <Section id="target-block" title="Target" aside={type === "url" ? preview : edit}>
      {type === "url" && <TargetForm code={{ id, content }} actions={actions} />}
      <FailedPart what="Earlier targets" className="mt-3">
        {history === undefined ? (
          <Suspense fallback={<div className="mt-3 h-10" />}>
            <History {...shown} />
          </Suspense>
        ) : (
          <TargetHistory codeId={id} targets={history} actions={actions} />
        )}
      </FailedPart>
    </Section>
  );
}

async function RulesBlock({ code, reading }: ShownCode) {
  const { id, type, settings, content } = code;
  const routing = openRouting(settings);
  if (type !== "url" || !hasRouting(routing)) return null;
  // Without its figures a rule is said all the same.
  const figures = await reading.figures?.catch(() => undefined);
  return (
    <Section
      id="smart-targets"
      title="Smart targets"
      aside={
        <Link href={`/codes/${id}/edit`} prefetch={false} className={asideLink}>
          Change
        </Link>
      }
    >
      <TargetRules routing={routing} target={content} figures={figures} />
    </Section>
  );
}

async function History(shown: ShownCode) {
  return (
    <TargetHistory codeId={shown.code.id} targets={await describeHistory(shown)} actions={shown.actions} />
  );
}

async function describeHistory({ code, reading, zone, nowMs }: ShownCode) {
  const targets = await reading.targets;
  return targets === null ? [] : describeTargets(targets.data, { type: code.type, zone, nowMs });
}

/** On a domain of the account a short link is its host and one word; the service has `/r/` before that. */
const isOnDomain = (alias: string): boolean => new URL(alias).pathname.lastIndexOf("/") === 0;

function EarlierLinks({ aliases }: { aliases: readonly string[] }) {
  return (
    <Section
      id="earlier-links"
      title="Earlier short links"
      aside={
        <span className="text-small text-ink-3">
          {aliases.length} of {maxAliases} used
        </span>
      }
    >
      <p className="max-w-[66ch] text-ink-2">
        They keep working: each opens the current target, and its scans count for this code.
        {aliases.some(isOnDomain) && " Those on your own domains work for as long as you keep the domain."}
      </p>
      <ul className="mt-3">
        {aliases.map((alias) => (
          <li key={alias} className="border-t border-line py-1">
            <ShortLink shortUrl={alias} copies={`Copy ${alias}`} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

async function LastScans({ code, reading, zone, nowMs }: ShownCode) {
  const [scans, report] = await Promise.all([reading.scans, reading.report]);
  if (scans === null || scans.data.length === 0) return null;
  const hasDetails = report !== null && report.details !== null;
  return (
    <Section
      id="recent"
      title="Recent scans"
      aside={
        <Link href={`/analytics?code=${code.id}`} prefetch={false} className={asideLink}>
          Analytics of this code
        </Link>
      }
    >
      <RecentScans scans={scans.data} hasDetails={hasDetails} zone={zone} nowMs={nowMs} />
      <p className="mt-3 border-t border-line pt-3 text-tiny text-ink-3">
        {hasDetails ? (
          "IP Geolocation by DB-IP"
        ) : (
          <>
            Places, devices and systems come with a larger plan.{" "}
            <TextLink href="/plan">See the plans</TextLink>
          </>
        )}
      </p>
    </Section>
  );
}

function WaitingScans() {
  return (
    <Waiting what="Listing scans">
      <div className="detail-x border-b border-line py-6">
        <SkeletonText className="w-28" />
        <div className="h-40" />
      </div>
    </Waiting>
  );
}

function OrderBlock({ code, actions }: ShownCode) {
  const { id, name, tags, note, archived: isArchived } = code;
  return (
    <Section id="order" title="Tags, note and archive">
      <OrderRows code={{ id, name, tags, note, isArchived }} actions={actions} />
    </Section>
  );
}

export function StaticParts(shown: ShownCode) {
  const { code, actions } = shown;
  return (
    <>
      <Section id="counting" title="Not counted">
        <p className="max-w-[66ch] text-ink-2">
          A static code opens its content directly, not through us: it works without us, but its scans can't
          be counted and its target can't be changed.
        </p>
        <CopyAsDynamic codeId={code.id} duplicateCode={actions.duplicateCode} />
      </Section>
      <Section
        id="content"
        title="What it holds"
        aside={
          <Link href={`/codes/${code.id}/edit`} prefetch={false} className={asideLink}>
            Change
          </Link>
        }
      >
        <p className="max-w-[66ch] whitespace-pre-line [overflow-wrap:anywhere]">{formatContent(code)}</p>
        <p className="mt-2 text-small text-ink-3">
          After a change, print it again: printed copies don't change.
        </p>
      </Section>
      <OrderBlock {...shown} />
    </>
  );
}

function formatContent({ type, content }: ShownCode["code"]): string {
  return type === "url" || type === "text" ? content : describeTarget({ type, content });
}

export function BenchTop({ code, sheet, reading, hasLabels, actions }: ShownCode) {
  const { id, name, updatedAt, shortUrl, imageUrl } = code;
  return (
    <div className="detail-hero detail-bench bench bg-canvas pt-7 pb-5 max-xl:border-b max-xl:border-line md:max-xl:grid md:max-xl:grid-cols-[308px_minmax(0,1fr)] md:max-xl:gap-8">
      <div>
        <Hero sheet={sheet} />
        <div className="mt-7 min-h-3 text-center">
          {shortUrl !== null && <ShortLink shortUrl={shortUrl} />}
        </div>
      </div>
      <div className="mt-6 grid content-start gap-8 md:max-xl:mt-4">
        <GradeBlock
          grade={reading.grade}
          edit={<TextLink href={`/codes/${id}/edit`}>Change its style</TextLink>}
        />
        {sheet !== null && (
          <Downloads
            code={{ id, name, updatedAt, imageUrl }}
            hasLabels={hasLabels}
            leastPixels={code.minSize}
            publishImage={actions.publishImage}
          />
        )}
      </div>
    </div>
  );
}

export function BenchMore({ code, sheet, reading, zone }: ShownCode) {
  const moment = (iso: string) => `${formatDay(iso, zone)}, ${formatTime(iso, zone)}`;
  return (
    <div className="detail-more detail-bench bench grid content-start gap-10 bg-canvas pt-5 pb-10 max-xl:border-b max-xl:border-line md:max-xl:grid-cols-2 md:max-xl:gap-8">
      {sheet !== null && <Preflight shape={shapeOf(sheet.matrix, sheet.style)} grade={reading.grade} />}
      <Facts
        facts={[
          { name: "Type", value: typeNames[code.type] },
          ...(sheet === null
            ? []
            : [{ name: "Symbol", value: `Version ${sheet.matrix.version}, level ${sheet.matrix.level}` }]),
          ...(code.isDynamic ? [{ name: "Total scans", value: code.scanCount.toLocaleString("en-GB") }] : []),
          { name: "Created", value: moment(code.createdAt) },
          { name: "Updated", value: moment(code.updatedAt) },
          { name: "Id", value: <code className="font-mono text-mono select-all">{code.id}</code> },
        ]}
      />
    </div>
  );
}
