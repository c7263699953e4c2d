/** How far back the page of usage looks. */
export const useRanges = ["24h", "7d", "30d"] as const;
export type UseRange = (typeof useRanges)[number];

/** Requests with a key that is known. What is neither refused, limited nor failed was served. */
export interface UseCounts {
  requests: number;
  /** Answered with 4xx, except 429. */
  refused: number;
  /** Answered with 429. */
  limited: number;
  /** Answered with 5xx. */
  failed: number;
}

/** An hour, by the instant at which it begins, or a day of the reader's zone, as `2026-11-20`. */
export interface UsePoint extends UseCounts {
  at: string;
}

/** What came with one key; one that is not among the account's any more was deleted. */
export interface KeyUse extends UseCounts {
  keyId: string;
}

export interface UseReport {
  unit: "hour" | "day";
  /** Every hour or day of the span, the one of now last. */
  points: UsePoint[];
  /** Of all keys, whichever one the points are of; the most used first. */
  keys: KeyUse[];
}

/** What the page of the keys shows of them. */
export interface TodayUses {
  /** Every hour of today, those that are still to come among them. */
  points: UsePoint[];
  /** Requests of the last 24 hours by key, the present hour last; keys without any are not among them. */
  sparks: Record<string, number[]>;
}

/** How much of a limit is used at this moment. */
export interface LimitUse {
  limit: number;
  used: number;
  /** When the count starts again; null: no hour has begun, the next request begins one. */
  resetsAt: string | null;
}

/** The limit of the account in one environment, and those of its keys by their ids. */
export interface LimitUses {
  account: LimitUse;
  keys: Record<string, LimitUse>;
}
