import type { ReactNode } from "react";

const corners = [
  ["-top-[22px] left-0", "top-0 -left-[22px]"],
  ["-top-[22px] right-0", "top-0 -right-[22px]"],
  ["-bottom-[22px] left-0", "bottom-0 -left-[22px]"],
  ["-bottom-[22px] right-0", "bottom-0 -right-[22px]"],
] as const;

/** A printer's marks around what it holds: eight lines of 14 px, aligned with the edges, 8 px outside. */
export function CropMarks({ children, tone = "text-ink-3" }: { children?: ReactNode; tone?: string }) {
  return (
    <div className={`relative ${tone}`}>
      {corners.map(([upright, level]) => (
        <span key={upright} aria-hidden="true">
          <span className={`absolute h-3.5 w-px bg-current ${upright}`} />
          <span className={`absolute h-px w-3.5 bg-current ${level}`} />
        </span>
      ))}
      {children}
    </div>
  );
}
