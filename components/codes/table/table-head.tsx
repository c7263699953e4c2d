import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { type ListState, listHref, orderBy, type Sort, splitOrder } from "../list/list-state";
import { SelectPageBox } from "../selection/select-page-box";
import { columnClasses } from "./columns";

/** The heads, without what the rows need: they are there before those are. */
export function TableHead({ state }: { state: ListState }) {
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
