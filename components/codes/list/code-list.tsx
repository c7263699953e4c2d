import Link from "next/link";
import type { CodePage, ListedCode } from "@/lib/codes/schema";
import type { ContentType } from "@/lib/content/schema";
import type { Plan } from "@/lib/plans";
import { Spark } from "../../charts/stat";
import { formatCount, nounOf } from "../../ui/counts";
import { formatAgo, formatShortDay } from "../../ui/dates";
import { LinkWait } from "../../ui/link-sign";
import { Pager as Pages } from "../../ui/pager";
import type { DeskCode } from "../actions";
import { SelectBox } from "../bulk-actions/selection";
import { CodeArea } from "../code-area";
import { CardActions, CodeMenu } from "../code-desk";
import { type CodeState, describeTarget, KindBadge, StateBadge, stateOf } from "../code-facts";
import { CodeThumb } from "../code-thumb";
import { TypeIcon } from "../type-icon";
import { FirstCode, NoHit, NoPage } from "./empty-states";
import { CardFoot, CardText, columnClasses, GalleryGrid, TableHead } from "./list-layout";
import { isFiltered, type ListState, listHref, orders } from "./list-state";

interface CodeListProps {
  state: ListState;
  page: CodePage;
  sparks: ReadonlyMap<string, readonly number[]>;
  plan: Plan;
  nowMs: number;
  zone: string;
}

export function CodeList({ state, page, sparks, plan, nowMs, zone }: CodeListProps) {
  const { data, pagination } = page;
  if (data.length === 0) {
    if (pagination.total > 0) return <NoPage state={state} pages={pagination.pages} />;
    return isFiltered(state) ? <NoHit state={state} /> : <FirstCode plan={plan} />;
  }
  const codes = data.map((code) => showCode(code, sparks.get(code.id), { nowMs, zone }));
  return (
    <>
      <CodeArea codes={codes.map(({ code }) => code)} total={pagination.total}>
        {state.view === "table" ? <CodeTable codes={codes} state={state} /> : <Gallery codes={codes} />}
      </CodeArea>
      <div className="mt-auto">
        <Pager state={state} pagination={pagination} />
      </div>
    </>
  );
}

function Pager({ state, pagination }: { state: ListState; pagination: CodePage["pagination"] }) {
  return <Pages label="Pages of codes" {...pagination} hrefOf={(page) => listHref(state, { page })} />;
}

/** Cards that are in sight at once on most screens; those further down are fetched when they come near. */
const eagerCards = 12;

function Gallery({ codes }: { codes: readonly ShownCode[] }) {
  return (
    <GalleryGrid>
      {codes.map((shown, index) => (
        <CodeCard key={shown.code.id} shown={shown} isLazy={index >= eagerCards} />
      ))}
    </GalleryGrid>
  );
}

function CodeCard({ shown, isLazy }: { shown: ShownCode; isLazy: boolean }) {
  const { code, type, state, target, scans, spark } = shown;
  return (
    <li data-code={code.id} className="code-card group relative min-w-0">
      <div className="code-card-sheet">
        <CodeThumb code={code} isOff={state === "off"} isLazy={isLazy} />
      </div>
      <CardText
        name={
          <>
            <SelectBox id={code.id} name={code.name} />
            <Link
              href={`/codes/${code.id}`}
              prefetch={false}
              draggable={false}
              className="flex min-w-0 flex-1 items-center gap-2 font-medium outline-none after:absolute after:inset-0"
            >
              <span className="truncate">{code.name}</span>
              <LinkWait />
            </Link>
            <StateBadge state={state} />
          </>
        }
        target={
          <>
            <TypeIcon type={type} size={14} />
            <span className="truncate">{target}</span>
          </>
        }
      />
      <CardFoot
        reading={<ScanReading scans={scans} />}
        spark={spark !== null && <Spark counts={spark} />}
        actions={<CardActions code={code} />}
      />
    </li>
  );
}

function ScanReading({ scans }: { scans: number | null }) {
  if (scans === null) return "Static, not counted";
  if (scans === 0) return "No scans yet";
  return (
    <>
      <b className="font-medium text-ink">{formatCount(scans)}</b> {nounOf(scans, "scan")}
    </>
  );
}

function CodeTable({ codes, state }: { codes: readonly ShownCode[]; state: ListState }) {
  return (
    <table className="w-full border-t border-line text-left text-small">
      <caption className="sr-only">Codes, in the order “{orders[state.order]}”</caption>
      <TableHead state={state} />
      <tbody>
        {codes.map((shown, index) => (
          <CodeRow key={shown.code.id} shown={shown} isLazy={index >= 12} />
        ))}
      </tbody>
    </table>
  );
}

/** The whole row opens its code. A row is only a place for what lies over it where it is transformed, in older browsers. */
function CodeRow({ shown, isLazy }: { shown: ShownCode; isLazy: boolean }) {
  const { code, type, state, target, scans, spark, changed } = shown;
  const opens = (
    <span className="flex items-center gap-1.5 text-ink-2">
      <TypeIcon type={type} size={14} />
      <span className="truncate">{target}</span>
    </span>
  );
  return (
    <tr
      data-code={code.id}
      className="relative h-15 [transform:translate(0)] border-b border-line hover:bg-canvas has-data-popup-open:bg-accent-tint has-[[data-select-box]:checked]:bg-accent-tint"
    >
      <td className={columnClasses.select}>
        <SelectBox id={code.id} name={code.name} />
      </td>
      <td className={`py-2 ${columnClasses.picture}`}>
        <CodeThumb code={code} size={44} isSilent isOff={state === "off"} isLazy={isLazy} />
      </td>
      <th scope="row" className={`py-2 font-normal ${columnClasses.name}`}>
        <span className="flex items-center gap-2">
          <Link
            href={`/codes/${code.id}`}
            prefetch={false}
            draggable={false}
            className="flex min-w-0 items-center gap-2 text-body font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            <span className="truncate">{code.name}</span>
            <LinkWait />
          </Link>
          <StateBadge state={state} />
        </span>
        <span className="mt-0.5 block lg:hidden">{opens}</span>
      </th>
      <td className={columnClasses.target}>{opens}</td>
      <td className={columnClasses.kind}>
        <KindBadge isDynamic={code.isDynamic} />
      </td>
      <td className={`max-md:pt-2.5 max-md:align-top ${columnClasses.scans}`}>
        {scans === null ? (
          <span className="text-body text-ink-3">
            <span aria-hidden>–</span>
            <span className="sr-only">Not counted</span>
          </span>
        ) : (
          <span className="text-body font-medium">{scans.toLocaleString("en-GB")}</span>
        )}
      </td>
      <td className={columnClasses.spark}>{spark !== null && <Spark counts={spark} />}</td>
      <td className={`text-ink-3 ${columnClasses.changed}`}>{changed}</td>
      <td className={columnClasses.actions}>
        <span className="relative z-1 inline-block">
          <CodeMenu code={code} />
        </span>
      </td>
    </tr>
  );
}

export interface ShownCode {
  code: DeskCode;
  type: ContentType;
  state: CodeState;
  target: string;
  /** Null for a static code, which nobody counts. */
  scans: number | null;
  /** The last 14 days; null where they can't be told. */
  spark: readonly number[] | null;
  changed: string;
}

function showCode(
  listed: ListedCode,
  spark: readonly number[] | undefined,
  { nowMs, zone }: { nowMs: number; zone: string },
): ShownCode {
  const { id, name, type, isDynamic, shortUrl, settings, scanCount, updatedAt } = listed;
  const state = stateOf(listed, nowMs);
  const start = settings.startsAt;
  return {
    code: { id, name, isDynamic, isOff: settings.isActive === false, shortUrl, updatedAt },
    type,
    state,
    target:
      state === "scheduled" && start !== undefined
        ? `Starts ${formatShortDay(start, zone)}`
        : describeTarget(listed),
    scans: isDynamic ? scanCount : null,
    spark: isDynamic ? (spark ?? null) : null,
    changed: formatAgo(updatedAt, nowMs, zone),
  };
}
