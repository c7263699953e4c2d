import type { ReactNode } from "react";
import { Trend } from "./trend";

interface StatProps {
  label: string;
  /** As it is read: "46,198", "14 Nov". */
  value: ReactNode;
  /** What the value's number was before; the trend beside it says how it moved. */
  change?: { now: number; before: number } | undefined;
  /** What it is compared with, or the rest of the sentence: "41,059 before". */
  note?: ReactNode;
}

/** A reading: what it is, the number, how it moved, and what it is compared with. */
export function Stat({ label, value, change, note }: StatProps) {
  return (
    <div className="stat">
      <dt className="text-small text-ink-3">{label}</dt>
      <dd className="mt-0.5 flex min-h-9 flex-wrap items-baseline gap-x-2.5">
        <span className="text-reading">{value}</span>
        {change !== undefined && <Trend {...change} />}
      </dd>
      <dd className="mt-0.5 min-h-[1.125rem] text-small text-ink-3">{note}</dd>
    </div>
  );
}

/** Readings side by side, divided by hairlines: all in a row, two on phones. */
export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="stat-row border-b border-line">
      <dl aria-label={label} className="stats">
        {children}
      </dl>
    </div>
  );
}
