"use client";

import { useRouter } from "next/navigation";
import { createContext, useContext } from "react";
import { formatCount } from "../ui/counts";
import { Th } from "../ui/table";

interface LineTooltipProps {
  title: string;
  rows: readonly { name: string; count: number }[];
  /** When the target changed, and from where to where. */
  notes?: readonly string[];
}

export function LineTooltip({ title, rows, notes = [] }: LineTooltipProps) {
  return (
    <div
      role="status"
      className="min-w-36 rounded-control bg-raised px-3 py-2 text-tiny whitespace-nowrap shadow-float forced-colors:border"
    >
      <p className="text-ink-3">{title}</p>
      <dl className="mt-0.5 grid grid-cols-[1fr_auto] gap-x-6">
        {rows.map(({ name, count }, index) => (
          <div key={name} className={`contents ${index === 0 ? "font-medium" : "text-ink-2"}`}>
            <dt>{name}</dt>
            <dd className="text-right">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <div className="mt-1.5 max-w-56 border-t border-line pt-1.5 whitespace-normal">
          <p className="text-ink-3">Target changed</p>
          {notes.map((note) => (
            <p key={note} className="[overflow-wrap:anywhere]">
              {note}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

/** Goes to another state of the page; a frame around it may take this over, to show that it is on its way. */
export const GoContext = createContext<((href: string) => void) | null>(null);

export function useGo(): (href: string) => void {
  const router = useRouter();
  return useContext(GoContext) ?? ((href) => router.push(href, { scroll: false }));
}

interface ChartTableProps {
  caption: string;
  columns: readonly string[];
  /** The first cell of a row is its head; null is nothing to compare with. */
  rows: readonly (readonly (string | number | null)[])[];
  /** Otherwise it is there for who listens to the page alone. */
  isShown: boolean;
  /** Where the head of a row leads. */
  onPick?: (row: number) => void;
}

/** What a chart shows, as a table; it scrolls within the chart's own box, so that nothing moves. */
export function ChartTable({ caption, columns, rows, isShown, onPick }: ChartTableProps) {
  const table = (
    <table className="w-full border-collapse text-small">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <Th key={column} className={`${headClasses} ${index === 0 ? "text-left" : "text-right"}`}>
              {column}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places of a line; an hour that comes twice may have one name.
          <tr key={place} className="border-b border-line last:border-0">
            <th scope="row" className="h-9 pr-3 text-left font-normal">
              {isShown && onPick ? (
                <button type="button" onClick={() => onPick(place)} className="link touch:min-h-11">
                  {head}
                </button>
              ) : (
                head
              )}
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} className="pl-3 text-right">
                {typeof cell === "number" ? formatCount(cell) : (cell ?? "–")}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (!isShown) return <div className="sr-only">{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard.
    <section tabIndex={0} aria-label={`${caption}, as a table`} className="h-full overflow-auto">
      {table}
    </section>
  );
}

const headClasses =
  "sticky top-0 z-10 h-9 bg-surface pl-3 font-normal text-ink-3 shadow-[0_1px_0_var(--line)] first:pl-0";

export function ShowTable({ isTable, onChange }: { isTable: boolean; onChange: (isTable: boolean) => void }) {
  return (
    <button
      type="button"
      onClick={() => onChange(!isTable)}
      className="-mx-2 inline-flex h-7 items-center rounded-medium px-2 text-small font-medium text-accent hover:text-accent-hover touch:min-h-11 touch:min-w-11"
    >
      {isTable ? "Show as chart" : "Show as table"}
    </button>
  );
}
