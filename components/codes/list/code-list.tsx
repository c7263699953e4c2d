import Link from "next/link";
import type { CodePage, CodeState, ListedCode } from "@/lib/codes/schema";
import type { ContentType } from "@/lib/content/schema";
import { Spark } from "../../charts/stat";
import { formatCount, nounOf } from "../../ui/counts";
import { formatAgo, formatShortDay } from "../../ui/dates";
import { LinkWait } from "../../ui/link-sign";
import { Pager as Pages } from "../../ui/pager";
import type { DeskCode } from "../actions";
import { SelectBox } from "../bulk-actions/selection";
import { CardActions, CodeArea, CodeMenu } from "../code-desk";
import { KindBadge, StateBadge, stateOf } from "../code-facts";
import { CodeThumb } from "../code-thumb";
import { describeTarget } from "../describe-target";
import { TypeIcon } from "../type-icon";
import { NoHit, NoneHere, NoPage } from "./empty-states";
import { isFiltered } from "./list-filters";
import { CardFoot, CardText, columnClasses, GalleryGrid, TableHead } from "./list-layout";
import { nameOrder, shownOrder } from "./list-orders";
import { type ListState, listHref } from "./list-state";

interface CodeListProps {
  state: ListState;
  page: CodePage;
  sparks: ReadonlyMap<string, readonly number[]>;
  nowMs: number;
  zone: string;
}

export function CodeList({ state, page, sparks, nowMs, zone }: CodeListProps) {
  const { data, pagination } = page;
  if (data.length === 0) {
    if (pagination.total > 0) return <NoPage state={state} pages={pagination.pages} />;
    return isFiltered(state) ? <NoHit state={state} /> : <NoneHere state={state} />;
  }
  const codes = data.map((code) => showCode(code, sparks.get(code.id), { nowMs, zone }));
  return (
    <>
      <CodeArea codes={codes.map(({ code }) => code)} total={pagination.total}>
        {state.view === "table" ? (
          <CodeTable codes={codes} state={state} />
        ) : (
          <Gallery codes={codes} state={state} />
        )}
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

function Gallery({ codes, state }: { codes: readonly ShownCode[]; state: ListState }) {
  return (
    <GalleryGrid>
      {codes.map((shown, index) => (
        <CodeCard key={shown.code.id} shown={shown} list={state} isLazy={index >= eagerCards} />
      ))}
    </GalleryGrid>
  );
}

interface ShownProps {
  shown: ShownCode;
  list: ListState;
  isLazy: boolean;
}

function CodeCard({ shown, list, isLazy }: ShownProps) {
  const { code, type, state, path, target, tags, scans, spark } = shown;
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
      <OwnPath path={path} className="mt-0.5" />
      <TagLinks tags={tags} most={2} list={list} className="mt-1" />
      <CardFoot
        reading={<ScanReading scans={scans} />}
        spark={spark !== null && <Spark counts={spark} />}
        actions={<CardActions code={code} />}
      />
    </li>
  );
}

/** The short link that its owner chose, below what the code opens. */
function OwnPath({ path, className = "" }: Pick<ShownCode, "path"> & { className?: string }) {
  if (path === null) return null;
  return (
    <p
      title={path}
      className={`line-clamp-2 font-mono text-mono text-ink-3 [overflow-wrap:anywhere] ${className}`}
    >
      {path}
    </p>
  );
}

interface TagLinksProps {
  tags: readonly string[];
  /** More of them are counted only. */
  most: number;
  list: ListState;
  className?: string;
}

/** Tags of a code, above the link that covers its row or card; each adds itself to the filters of the list. */
function TagLinks({ tags, most, list, className = "" }: TagLinksProps) {
  if (tags.length === 0) return null;
  const rest = tags.slice(most);
  return (
    <span className={`relative z-1 flex w-fit max-w-full min-w-0 items-center gap-1 ${className}`}>
      {tags.slice(0, most).map((tag) => (
        <Link
          key={tag}
          href={listHref(list, { tags: [...new Set([...list.tags, tag])] })}
          prefetch={false}
          draggable={false}
          aria-label={`Filter by the tag ${tag}`}
          className="group/tag flex min-w-0 items-center justify-center touch:h-11 touch:min-w-11"
        >
          <span className="h-6 min-w-6 truncate rounded-small bg-chip px-1.5 text-center text-tiny leading-6 text-ink-2 group-hover/tag:bg-accent-tint group-hover/tag:text-ink forced-colors:border">
            {tag}
          </span>
        </Link>
      ))}
      {rest.length > 0 && (
        <span className="shrink-0 text-tiny text-ink-3" title={rest.join(", ")}>
          <span aria-hidden>+{rest.length}</span>
          <span className="sr-only">and {rest.join(", ")}</span>
        </span>
      )}
    </span>
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
      <caption className="sr-only">Codes, in the order “{nameOrder(shownOrder(state))}”</caption>
      <TableHead state={state} />
      <tbody>
        {codes.map((shown, index) => (
          <CodeRow key={shown.code.id} shown={shown} list={state} isLazy={index >= eagerCards} />
        ))}
      </tbody>
    </table>
  );
}

/** The whole row opens its code. A row is only a place for what lies over it where it is transformed, in older browsers. */
function CodeRow({ shown, list, isLazy }: ShownProps) {
  const { code, type, state, path, target, tags, scans, spark, changed } = shown;
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
      <th scope="row" className={`py-1.5 font-normal ${columnClasses.name}`}>
        <span className="flex items-center gap-2">
          <Link
            href={`/codes/${code.id}`}
            prefetch={false}
            draggable={false}
            className="flex min-h-6 min-w-0 items-center gap-2 text-body font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            <span className="truncate">{code.name}</span>
            <LinkWait />
          </Link>
          <StateBadge state={state} />
        </span>
        <span className="block lg:hidden">{opens}</span>
        <TagLinks tags={tags} most={3} list={list} className="max-lg:hidden" />
      </th>
      <td className={columnClasses.target}>
        {opens}
        <OwnPath path={path} className="pl-5" />
      </td>
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

interface ShownCode {
  code: DeskCode;
  type: ContentType;
  state: CodeState;
  /** `/r/menu`, or `go.example.com/menu` on a domain; null: a generated one on the service's host, or none. */
  path: string | null;
  target: string;
  tags: readonly string[];
  /** Null for a static code, which nobody counts. */
  scans: number | null;
  /** The last 14 days; null where they can't be told. */
  spark: readonly number[] | null;
  changed: string;
}

function ownPathOf({ domain, slug, shortUrl }: ListedCode): string | null {
  if (domain !== null && shortUrl !== null) return shortUrl.replace(/^https?:\/\//, "");
  return slug === null ? null : `/r/${slug}`;
}

function showCode(
  listed: ListedCode,
  spark: readonly number[] | undefined,
  { nowMs, zone }: { nowMs: number; zone: string },
): ShownCode {
  const { id, name, type, isDynamic, shortUrl, settings, tags, scanCount, updatedAt } = listed;
  const state = stateOf(listed, nowMs);
  const start = settings.startsAt;
  return {
    code: {
      id,
      name,
      isDynamic,
      isOff: settings.isActive === false,
      shortUrl,
      updatedAt,
    },
    type,
    state,
    path: ownPathOf(listed),
    target:
      state === "scheduled" && start !== undefined
        ? `Starts ${formatShortDay(start, zone)}`
        : describeTarget(listed),
    tags,
    scans: isDynamic ? scanCount : null,
    spark: isDynamic ? (spark ?? null) : null,
    changed: formatAgo(updatedAt, nowMs, zone),
  };
}
