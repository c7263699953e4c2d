import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Spark } from "../../charts/spark";
import { LinkWait } from "../../ui/link-sign";
import { SkeletonSheet, SkeletonText, Waiting } from "../../ui/skeleton";
import { CodeMenu } from "../actions/code-menu";
import { SelectBox, SelectPageBox } from "../bulk-actions/select-controls";
import { KindBadge, StateBadge } from "../code-facts";
import { CodeThumb } from "../code-thumb";
import { TypeIcon } from "../type-icon";
import { type ListState, listHref, orderBy, orders, type Sort, splitOrder } from "./list-state";
import type { ShownCode } from "./shown-code";

/** Classes of a column's cells, head and body alike: narrow screens leave out what the name's cell says in their place. */
const columnClasses = {
  select: "select-cell page-start w-0 pr-4",
  picture: "page-start w-0 pr-4",
  name: "w-1/3 max-w-0 min-w-40 pr-4 max-lg:w-full max-md:min-w-28",
  target: "w-1/3 max-w-0 min-w-40 pr-4 max-lg:hidden",
  kind: "w-0 pr-6 whitespace-nowrap max-md:hidden",
  scans: "w-0 pr-6 text-right whitespace-nowrap max-md:pr-2",
  spark: "w-0 pr-6 whitespace-nowrap max-xl:hidden",
  changed: "w-0 pr-4 whitespace-nowrap max-md:hidden",
  actions: "page-end w-0 text-right",
};

interface CodeTableProps {
  codes: readonly ShownCode[];
  state: ListState;
}

/** One row a code; on phones two lines, the name and the number above. The heads that sort are links. */
export function CodeTable({ codes, state }: CodeTableProps) {
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

/** The heads, without what the rows need: they are there before those are. */
function TableHead({ state }: { state: ListState }) {
  return (
    <thead className="max-md:hidden">
      <tr className="h-9 border-b border-line whitespace-nowrap text-ink-3">
        <td className={columnClasses.select}>
          <SelectPageBox />
        </td>
        <th scope="col" className={columnClasses.picture}>
          <span className="sr-only">Picture</span>
        </th>
        <Head sort="name" state={state} className={columnClasses.name}>
          Name
        </Head>
        <th scope="col" className={`font-medium ${columnClasses.target}`}>
          Target
        </th>
        <th scope="col" className={`font-medium ${columnClasses.kind}`}>
          Kind
        </th>
        <Head sort="scanCount" state={state} className={columnClasses.scans}>
          Scans
        </Head>
        <th scope="col" className={`font-medium ${columnClasses.spark}`}>
          14 days
        </th>
        <Head sort="updatedAt" state={state} className={columnClasses.changed}>
          Changed
        </Head>
        <th scope="col" className={columnClasses.actions}>
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

interface HeadProps {
  sort: Sort;
  state: ListState;
  className: string;
  children: ReactNode;
}

/** Sorts by its column; pressed again, the other way round. */
function Head({ sort, state, className, children }: HeadProps) {
  const current = splitOrder(state.order);
  const isSorted = current.sort === sort;
  const isRising = current.order === "asc";
  const Arrow = isRising ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isRising ? "ascending" : "descending") : undefined}
      className={className}
    >
      <Link
        href={listHref(state, { order: orderBy(sort, state.order) })}
        prefetch={false}
        scroll={false}
        className="inline-flex h-9 items-center gap-1 font-medium hover:text-ink touch:h-11"
      >
        {children}
        {isSorted && <Arrow size={14} strokeWidth={1.6} aria-hidden />}
      </Link>
    </th>
  );
}

/** Rows to come, in their places below the heads. */
export function TableSkeleton({ count, state }: { count: number; state: ListState }) {
  return (
    <Waiting what="The codes are on their way.">
      <table className="w-full border-t border-line text-left text-small">
        <TableHead state={state} />
        <tbody aria-hidden>
          {Array.from({ length: count }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are their places.
            <tr key={place} className="h-15 border-b border-line">
              <td className={columnClasses.select}>
                <span className="block size-[18px]" />
              </td>
              <td className={`py-2 ${columnClasses.picture}`}>
                <SkeletonSheet className="size-11" />
              </td>
              <td className={`py-2 ${columnClasses.name}`}>
                <SkeletonText className="w-3/5 text-body" />
                <SkeletonText className="mt-0.5 w-4/5 lg:hidden" />
              </td>
              <td className={columnClasses.target}>
                <SkeletonText className="w-4/5" />
              </td>
              <td className={columnClasses.kind}>
                <SkeletonText className="w-15" />
              </td>
              <td className={columnClasses.scans}>
                <SkeletonText className="w-10" />
              </td>
              <td className={columnClasses.spark}>
                <SkeletonText className="w-14" />
              </td>
              <td className={columnClasses.changed}>
                <SkeletonText className="w-20" />
              </td>
              <td className={columnClasses.actions}>
                <span className="block size-9 touch:size-11" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Waiting>
  );
}
