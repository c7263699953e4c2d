"use client";

import { type ReactNode, useState } from "react";
import { countOf, formatCount } from "../ui/counts";
import { useGo } from "./chart-parts";
import { formatShare } from "./stat";

export interface BarRow {
  value: string;
  label: string;
  count: number;
  href: string;
}

/** Rows that are shown before one asks for all. */
const fewRows = 6;

export function BarList(props: {
  id: string;
  title: string;
  rows: readonly BarRow[];
  total: number;
  chosen?: string | undefined;
  emptyNote: string;
  noun?: string;
  choice?: ReactNode;
}) {
  const { id, title, rows, total, chosen, emptyNote, noun = "scan", choice } = props;
  const [hasAll, setAll] = useState(false);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const shown = hasAll ? rows : cutRows(rows, chosen);
  return (
    <section aria-labelledby={`${id}-heading`}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 text-small text-ink-3">
        <h2 id={`${id}-heading`} className="text-heading text-ink">
          {title}
        </h2>
        {choice}
        <span className="ml-auto capitalize" aria-hidden>
          {noun}s
        </span>
      </div>
      <div className="mt-2 md:min-h-[190px] md:touch:min-h-[284px]">
        {rows.length === 0 && <p className="flex h-[30px] items-center text-small text-ink-3">{emptyNote}</p>}
        <ul className="flex flex-col gap-0.5 touch:gap-1">
          {shown.map((row) => (
            <li key={row.value}>
              <Bar row={row} most={most} total={total} chosen={chosen} noun={noun} />
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-1 md:min-h-7 md:touch:min-h-11">
        {rows.length > fewRows && (
          <button
            type="button"
            onClick={() => setAll(!hasAll)}
            aria-expanded={hasAll}
            className="-mx-2 inline-flex h-7 items-center rounded-medium px-2 text-small font-medium text-accent hover:text-accent-hover touch:min-h-11 touch:min-w-11"
          >
            {hasAll ? `First ${fewRows}` : `All ${formatCount(rows.length)}`}
          </button>
        )}
      </div>
    </section>
  );
}

function cutRows(rows: readonly BarRow[], chosen: string | undefined): readonly BarRow[] {
  const first = rows.slice(0, fewRows);
  const late = rows.slice(fewRows).find(({ value }) => value === chosen);
  return late === undefined ? first : [...first.slice(0, -1), late];
}

interface BarProps {
  row: BarRow;
  most: number;
  total: number;
  chosen: string | undefined;
  noun: string;
}

function Bar({ row, most, total, chosen, noun }: BarProps) {
  const go = useGo();
  const isChosen = row.value === chosen;
  const isDimmed = chosen !== undefined && !isChosen;
  const share = total === 0 ? "" : formatShare(row.count / total);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${row.label}, ${countOf(row.count, noun)}, ${share}`}
      onClick={() => go(row.href)}
      className={[
        "bar-row relative flex h-[30px] w-full items-center text-left text-small touch:h-11",
        isChosen ? "outline-2 outline-accent" : "hover:bg-canvas",
        isDimmed ? "text-ink-3" : "text-ink",
      ].join(" ")}
    >
      <span
        className={`bar ${isDimmed ? "bar-dimmed" : ""}`}
        style={{ inlineSize: `calc((100% - 56px) * ${(row.count / most).toFixed(4)})` }}
      />
      <span className="relative min-w-0 flex-1 truncate pl-2.5">{row.label}</span>
      <span className={`relative pl-3 ${isDimmed ? "" : "font-medium"}`}>{formatCount(row.count)}</span>
      <span className="relative w-14 pr-2 text-right text-ink-3">{share}</span>
    </button>
  );
}
