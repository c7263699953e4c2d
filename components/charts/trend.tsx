import { ArrowDown, ArrowUp } from "lucide-react";

/** How a number moved: arrow, percent and colour together; from nothing there is no percent, and what stands below says so. */
export function Trend({ now, before }: { now: number; before: number }) {
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
      {sayShare(Math.abs(now - before) / before)}
    </span>
  );
}

const fine = new Intl.NumberFormat("en-GB", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const coarse = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 });

/** `12.5%`; what is some, but less than can be said, is not told as nothing. */
export function sayShare(share: number): string {
  if (share > 0 && share < 0.0005) return "<0.1%";
  return (share === 1 || share >= 10 ? coarse : fine).format(share);
}
