import Link from "next/link";
import type { ReactNode } from "react";
import { noFilters } from "./list-filters";
import { type ListState, listHref } from "./list-state";

const tabClasses =
  "-mb-px flex h-11 items-center justify-center border-b-2 border-transparent text-body text-ink-2 hover:text-ink focus-visible:-outline-offset-2 touch:min-w-11 aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink max-md:text-lead";

/** The archive is a tab of the list. Filters of one list say nothing about the other. */
export function ListTabs({ state, children }: { state: ListState; children?: ReactNode }) {
  const tabs = [
    { name: "Codes", isArchived: false },
    { name: "Archive", isArchived: true },
  ];
  return (
    <div className="page-x flex items-center gap-6 border-b border-line">
      <nav aria-label="Lists of codes">
        <ul className="flex gap-6">
          {tabs.map(({ name, isArchived }) => (
            <li key={name}>
              <Link
                href={listHref(state, { ...noFilters, isArchived })}
                prefetch={false}
                aria-current={state.isArchived === isArchived ? "page" : undefined}
                className={tabClasses}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children !== undefined && <div className="ml-auto">{children}</div>}
    </div>
  );
}
