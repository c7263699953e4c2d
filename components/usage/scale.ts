import type { UsePoint } from "@/lib/api-uses/schema";

export interface Scale {
  /** From 0 upwards; the last is the top of the chart. */
  ticks: readonly number[];
  limit: number | null;
}

/** Under this share of a limit bars would be too low to be read beside its line. */
const lowShare = 0.15;

/**
 * The axis of requests. A limit is its top and its line; where bars would be too low for that and the line needn't be in
 * sight, or where more came than the limit of one hour, they have an axis of their own.
 */
export function chooseScale(
  points: readonly UsePoint[],
  limit: number | null,
  isLimitShown: boolean,
  chooseTicks: (most: number) => number[],
): Scale {
  const most = Math.max(0, ...points.map(({ requests }) => requests));
  if (limit === null || (!isLimitShown && most < limit * lowShare)) {
    return { ticks: chooseTicks(most), limit: null };
  }
  if (most > limit) return { ticks: chooseTicks(most), limit };
  return { ticks: limit % 2 === 0 ? [0, limit / 2, limit] : [0, limit], limit };
}
