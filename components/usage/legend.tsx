import { sayCount } from "../ui/counts";
import type { outcomes } from "./words";

interface LegendProps {
  /** What the bars hold. */
  outcomes: readonly (typeof outcomes)[number][];
  limit: number | null;
  isLimitInSight: boolean;
}

/** What the textures and the dashed line stand for, with words of their own. */
export function Legend({ outcomes: shown, limit, isLimitInSight }: LegendProps) {
  return (
    <ul className="mt-3 flex min-h-[18px] flex-wrap gap-x-5 gap-y-1 text-small text-ink-2">
      {shown.map(({ name, title }) => (
        <li key={name} className="inline-flex items-center gap-2">
          <span className={`use use-${name} size-3`} />
          {title}
        </li>
      ))}
      {limit !== null && (
        <li className="inline-flex items-center gap-2">
          {isLimitInSight && <span className="w-[18px] border-t border-dashed border-stop" />}
          Limit, {sayCount(limit)} an hour{isLimitInSight ? "" : ": far above these"}
        </li>
      )}
    </ul>
  );
}
