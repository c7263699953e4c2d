import { type ReactNode, Suspense } from "react";
import type { CodeState, StoredCode } from "@/lib/codes/schema";
import type { DomainFault } from "@/lib/domains/schema";
import { formatFinalUrl } from "@/lib/routes";
import { domainHref } from "../../domains/actions";
import { type Routing, readUtm } from "../../routes/draft";
import { formatShare, RouteSentence } from "../../routes/sentence";
import { formatRouteShare, type RouteFigures } from "../../routes/shares";
import { formatDay, formatMoment } from "../../ui/dates";
import { FailedPart } from "../../ui/failed-part";
import { TextLink } from "../../ui/links";
import { Notice } from "../../ui/notice";
import { SkeletonText } from "../../ui/skeleton";
import type { DetailActions } from "../actions";
import { formatWeek } from "../delete-messages";
import { CropMarks, QrSheet } from "../qr-sheet";
import { Ruler } from "../ruler";
import { type EndableCode, EndButtons } from "./header-actions";
import { PrintSheet } from "./preflight";
import type { DrawnSheet } from "./shown-code";

interface SectionProps {
  id: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="detail-x border-b border-line py-6">
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={`${id}-heading`} className="text-heading">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The code at its largest, with ruler and crop marks; never faded, since it prints. `sheet` is null if it can't be drawn now. */
export function Hero({ sheet }: { sheet: DrawnSheet | null }) {
  if (sheet === null) return <Undrawn />;
  return (
    <div className="mx-auto w-(--sheet)">
      <Ruler matrix={sheet.matrix} style={sheet.style} />
      <div className="mt-[27px]">
        <CropMarks>
          <PrintSheet>
            <QrSheet {...sheet.picture} name={sheet.name} />
          </PrintSheet>
        </CropMarks>
      </div>
    </div>
  );
}

function Undrawn() {
  return (
    <Notice tone="warn" title="It can no longer be drawn">
      An older release accepted this content, but the current one doesn't. Printed copies keep working.
    </Notice>
  );
}

interface StateNoticeProps {
  code: Pick<StoredCode, "suspended" | "settings" | "scanCount">;
  state: CodeState;
  zone: string;
  nowMs: number;
}

export function StateNotice(props: StateNoticeProps) {
  if (props.state === "active") return null;
  return <div className="page-x border-b border-line py-4">{describe(props)}</div>;
}

function describe({ code: { suspended, settings }, state, zone, nowMs }: StateNoticeProps) {
  const { startsAt, expiresAt, maxScans, fallbackUrl } = settings;
  const instead = fallbackUrl === undefined ? "a page that says so" : "the address under Afterwards";
  if (suspended !== undefined)
    return (
      <Notice tone="stop" title={`Suspended on ${formatDay(suspended.since, zone)}: ${suspended.reason}`}>
        The operator of this service has taken it out of service. People who scan it see a page that says so.{" "}
        <TextLink href="/support">Ask about it</TextLink>
      </Notice>
    );
  if (state === "off")
    return <Notice title="It's off">People who scan it see a page that says it's closed.</Notice>;
  if (state === "scheduled" && startsAt !== undefined)
    return (
      <Notice tone="warn" title={`It starts on ${formatMoment(startsAt, zone)}`}>
        Until then, scans open {instead}.
      </Notice>
    );
  const isLate = expiresAt !== undefined && Date.parse(expiresAt) <= nowMs;
  return (
    <Notice
      title={
        isLate && expiresAt !== undefined
          ? `It ended on ${formatMoment(expiresAt, zone)}`
          : `All ${(maxScans ?? 0).toLocaleString("en-GB")} scans of its limit are used`
      }
    >
      Scans open {instead}.
    </Notice>
  );
}

/** On a code whose domain leads nobody to it. */
export function DomainNotice({ fault: { id, host, suspendedReason } }: { fault: DomainFault }) {
  const title =
    suspendedReason === null
      ? `Another account has verified ${host}`
      : `${host} is suspended: ${suspendedReason}`;
  return (
    <div className="page-x border-b border-line py-4">
      <Notice tone="stop" title={title}>
        {suspendedReason === null
          ? "Its short links no longer open your codes."
          : "People who scan this code see a page that says so."}{" "}
        <TextLink href={domainHref({ id })}>Open the domain</TextLink>
      </Notice>
    </div>
  );
}

interface TargetRulesProps {
  routing: Routing;
  /** The code's own address. */
  target: string;
  figures: RouteFigures | undefined;
}

/** Rules as sentences with their share of scans, then what is added to every address. */
export function TargetRules({ routing, target, figures }: TargetRulesProps) {
  const { routes, passQuery, appendScanId } = routing;
  const utm = readUtm(routing.utm);
  const rows = [
    ...(Object.keys(utm).length > 0 ? [{ name: "Campaign", value: formatFinalUrl(target, { utm }) }] : []),
    ...(passQuery ? [{ name: "Query", value: "The short link's query is passed on" }] : []),
    ...(appendScanId ? [{ name: "Goals", value: "Measured: qz_scan is added to the address" }] : []),
  ];
  return (
    <>
      {routes.length > 0 && (
        <ol aria-label="Rules" className="border-b border-line">
          {routes.map((route, place) => (
            <li key={route.id} className="border-t border-line py-2.5">
              <p className="text-small text-ink-3">
                Rule {place + 1}
                {route.name && `: ${route.name}`}
              </p>
              <RouteSentence route={route} />
              {figures && <p className="mt-1 text-small text-ink-3">{formatRouteShare(figures, route.id)}</p>}
            </li>
          ))}
          <li className="border-t border-line py-2.5">
            <p className="text-small text-ink-2">Otherwise the target above</p>
            {figures && figures.total > 0 && (
              <p className="text-small text-ink-3">
                {formatShare((figures.routes.default ?? 0) / figures.total)} of scans
              </p>
            )}
          </li>
        </ol>
      )}
      <dl>
        {rows.map(({ name, value }) => (
          <div key={name} className="flex min-h-11 items-center gap-3 border-b border-line py-1.5">
            <dt className="w-24 shrink-0 text-small text-ink-3">{name}</dt>
            <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface EndBlockProps {
  code: EndableCode;
  /** Scans of the last seven days; null where they can't be told. */
  weekScans: Promise<number | null>;
  actions: DetailActions;
}

export function EndBlock({ code, weekScans, actions }: EndBlockProps) {
  return (
    <Section id="end" title="Switch off or delete">
      <div className="max-w-[66ch] text-ink-2">
        {code.isDynamic ? (
          <FailedPart what="This week's scans">
            <Suspense fallback={<SkeletonText className="w-72" />}>
              <Consequence weekScans={weekScans} isOff={code.isOff} />
            </Suspense>
          </FailedPart>
        ) : (
          <p>
            This code contains its content, so printed copies always keep working. Deleting removes it from
            your codes.
          </p>
        )}
      </div>
      <EndButtons code={code} actions={actions} />
    </Section>
  );
}

async function Consequence({ weekScans, isOff }: Pick<EndBlockProps, "weekScans"> & { isOff: boolean }) {
  const scans = formatWeek(await weekScans);
  return isOff ? (
    <p>{scans} It's off: people who scan a printed copy see a page that says it's closed.</p>
  ) : (
    <p>
      {scans} Once it's off, people who scan a printed copy see a page that says it's closed. Once it's
      deleted, one that says it's gone.
    </p>
  );
}
