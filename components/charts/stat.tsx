import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";

const fine = new Intl.NumberFormat("en-GB", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

const coarse = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 });

interface StatProps {
  label: string;
  /** As it is read: "46,198", "14 Nov". */
  value: ReactNode;
  change?: { now: number; before: number } | undefined;
  /** What it is compared with, or the rest of the sentence: "41,059 before". */
  note?: ReactNode;
}

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

export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="stat-row border-b border-line">
      <dl aria-label={label} className="stats">
        {children}
      </dl>
    </div>
  );
}

function Trend({ now, before }: { now: number; before: number }) {
  if (now === before) return <span className="text-small text-ink-3">No change</span>;
  if (before === 0) return null;
  const isUp = now > before;
  const Arrow = isUp ? ArrowUp : ArrowDown;
  return (
    <span
      className={`inline-flex items-center gap-0.5 text-small font-medium ${isUp ? "text-ok" : "text-stop"}`}
    >
      <Arrow size={14} strokeWidth={1.8} aria-hidden />
      <span className="sr-only">{isUp ? "Up by" : "Down by"} </span>
      {formatShare(Math.abs(now - before) / before)}
    </span>
  );
}

/** `12.5%`; what is some, but less than can be said, is not told as nothing. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.0005) return "<0.1%";
  return (share === 1 || share >= 10 ? coarse : fine).format(share);
}

const height = 16;

/** The last days or hours as bars, the present one last; decoration beside the number that it belongs to. */
export function Spark({ counts, width = 56 }: { counts: readonly number[]; width?: number }) {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length);
  const bars = counts.map((count, day) => ({ day, count, tall: Math.max(1, (count / most) * height) }));
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
      className="block shrink-0 text-c1 [forced-color-adjust:none] forced-colors:text-[CanvasText]"
    >
      {bars.map(({ day, count, tall }) => (
        <rect
          key={day}
          x={(day * step).toFixed(2)}
          y={(height - tall).toFixed(2)}
          width={step - 1}
          height={tall.toFixed(2)}
          fill={count === 0 ? "var(--line)" : "currentColor"}
        />
      ))}
    </svg>
  );
}
