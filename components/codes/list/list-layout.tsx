import { ArrowDown, ArrowUp, Plus } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { LinkSign } from "../../ui/link-sign";
import { ButtonLink } from "../../ui/links";
import { SkeletonSheet, SkeletonText, Waiting } from "../../ui/skeleton";
import { Th } from "../../ui/table";
import { SelectPageBox } from "../bulk-actions/selection";
import { orderBy, type Sort, shownOrder, splitOrder } from "./list-orders";
import { type ListState, listHref } from "./list-state";

// What the list and its skeleton share. The list itself stays out of the skeleton's bundle.

/** Classes of a column's cells, head and body alike: narrow screens leave out what the name's cell says in their place. */
export const columnClasses = {
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

export function TableHead({ state }: { state: ListState }) {
  return (
    <thead className="max-md:hidden">
      <tr className="h-9 border-b border-line whitespace-nowrap text-ink-3">
        <td className={columnClasses.select}>
          <SelectPageBox />
        </td>
        <Th className={columnClasses.picture}>
          <span className="sr-only">Picture</span>
        </Th>
        <Head sort="name" state={state} className={columnClasses.name}>
          Name
        </Head>
        <Th className={`font-medium ${columnClasses.target}`}>Target</Th>
        <Th className={`font-medium ${columnClasses.kind}`}>Kind</Th>
        <Head sort="scanCount" state={state} className={columnClasses.scans}>
          Scans
        </Head>
        <Th className={`font-medium ${columnClasses.spark}`}>14 days</Th>
        <Head sort="updatedAt" state={state} className={columnClasses.changed}>
          Changed
        </Head>
        <Th className={columnClasses.actions}>
          <span className="sr-only">Actions</span>
        </Th>
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

function Head({ sort, state, className, children }: HeadProps) {
  const order = shownOrder(state);
  const current = order === null ? null : splitOrder(order);
  const isSorted = current?.sort === sort;
  const isRising = current?.order === "asc";
  const Arrow = isRising ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isRising ? "ascending" : "descending") : undefined}
      className={className}
    >
      <Link
        href={listHref(state, { order: orderBy(sort, order) })}
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

export function TableSkeleton({ count, state }: { count: number; state: ListState }) {
  return (
    <Waiting what="The codes are loading.">
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
              <td className={`py-1.5 ${columnClasses.name}`}>
                <SkeletonText className="my-0.5 w-3/5 text-body" />
                <SkeletonText className="w-4/5 lg:hidden" />
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

/** Two columns on phones, three, four; from 1,600 px on as many as fit. */
export function GalleryGrid({ children }: { children: ReactNode }) {
  return <ul className="code-gallery page-x pt-2 pb-8">{children}</ul>;
}

export function CardText({ name, target }: { name: ReactNode; target: ReactNode }) {
  return (
    <>
      <div className="mt-3 flex min-h-5 items-center gap-2 text-body">{name}</div>
      <div className="mt-0.5 flex items-center gap-1.5 text-small text-ink-3">{target}</div>
    </>
  );
}

interface CardFootProps {
  reading: ReactNode;
  spark?: ReactNode;
  actions?: ReactNode;
}

/** Scans and spark; under the pointer or the focus the spark gives way. Where nothing hovers the actions have a row of their own. */
export function CardFoot({ reading, spark, actions }: CardFootProps) {
  return (
    <>
      <div className="mt-1 flex h-8 items-center justify-between gap-2 text-small text-ink-3">
        <p className="min-w-0 truncate">{reading}</p>
        <div className="code-card-spark">{spark}</div>
      </div>
      <div className="code-card-actions">{actions}</div>
    </>
  );
}

export function GallerySkeleton({ count }: { count: number }) {
  return (
    <Waiting what="The codes are loading.">
      <GalleryGrid>
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are their places.
          <li key={place} className="code-card min-w-0" aria-hidden>
            <SkeletonSheet />
            <CardText name={<SkeletonText className="w-3/5" />} target={<SkeletonText className="w-4/5" />} />
            <CardFoot reading={<SkeletonText className="w-16" />} />
          </li>
        ))}
      </GalleryGrid>
    </Waiting>
  );
}

export function NewCode() {
  return (
    <ButtonLink href="/codes/new" kind="primary">
      <LinkSign>
        <Plus size={16} strokeWidth={1.6} aria-hidden />
      </LinkSign>
      New code
    </ButtonLink>
  );
}
