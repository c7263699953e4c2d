import type { CodeState } from "@/lib/codes/schema";
import { type ContentType, contentTypes } from "@/lib/content/schema";
import { findTagFault, normaliseTag, splitTags } from "@/lib/platform/tags";
import { dayMs } from "../../ui/dates";

export const stateNames: Record<CodeState, string> = {
  active: "Active",
  off: "Off",
  scheduled: "Scheduled",
  expired: "Expired",
  used_up: "Used up",
  suspended: "Suspended",
};
export const codeStates = Object.keys(stateNames) as CodeState[];

/** Periods in which a code was last changed. */
export const periods = {
  "24h": { name: "Last 24 hours", days: 1 },
  "7d": { name: "Last 7 days", days: 7 },
  "30d": { name: "Last 30 days", days: 30 },
  "90d": { name: "Last 90 days", days: 90 },
} as const;
type Period = keyof typeof periods;
export const periodNames = Object.keys(periods) as Period[];

/** Filters of a list, its search among them. */
export interface Filters {
  q: string;
  codeState: CodeState | null;
  type: ContentType | null;
  isDynamic: boolean | null;
  /** As they are stored, each once. */
  tags: readonly string[];
  tagMode: "any" | "all";
  changed: Period | null;
}

export const noFilters: Filters = {
  q: "",
  codeState: null,
  type: null,
  isDynamic: null,
  tags: [],
  tagMode: "any",
  changed: null,
};

export function readFilters(one: (name: string) => string | undefined): Filters {
  return {
    q: readSearch(one("q")),
    codeState: codeStates.find((state) => state === one("state")) ?? null,
    type: contentTypes.find((type) => type === one("type")) ?? null,
    isDynamic: readKind(one("dynamic")),
    tags: readTags(one("tags")),
    tagMode: one("tagMode") === "all" ? "all" : "any",
    changed: periodNames.find((period) => period === one("changed")) ?? null,
  };
}

function readKind(text: string | undefined): boolean | null {
  if (text === "true") return true;
  return text === "false" ? false : null;
}

/** Most characters that a search takes. */
export const longestSearch = 200;

/** Characters that no code holds find nothing in one either: they are left out. */
function readSearch(text = ""): string {
  const printable = text.replaceAll(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  return [...printable].slice(0, longestSearch).join("");
}

/** Names that no tag can have are left out. */
function readTags(text = ""): string[] {
  const names = splitTags(text).map(normaliseTag);
  return [...new Set(names.filter((name) => findTagFault(name) === null))];
}

/** Filters as an address holds them. */
export function filterParams(filters: Filters): Record<string, string> {
  const { q, codeState, type, isDynamic, tags, tagMode, changed } = filters;
  return {
    ...(q !== "" && { q }),
    ...(codeState !== null && { state: codeState }),
    ...(type !== null && { type }),
    ...(isDynamic !== null && { dynamic: String(isDynamic) }),
    ...(tags.length > 0 && { tags: tags.join(",") }),
    ...(tags.length > 1 && tagMode === "all" && { tagMode }),
    ...(changed !== null && { changed }),
  };
}

export function isFiltered(filters: Filters): boolean {
  return Object.keys(filterParams({ ...filters, tagMode: "any" })).length > 0;
}

/** Filters as the query of GET /api/v1/qr-codes holds them. */
export function filterQuery(
  { q, codeState, type, isDynamic, tags, tagMode, changed }: Filters,
  nowMs: number,
) {
  return {
    ...(q !== "" && { search: q }),
    ...(codeState !== null && { state: codeState }),
    ...(type !== null && { type }),
    ...(isDynamic !== null && { isDynamic }),
    ...(tags.length > 0 && { tags: [...tags], tagMode }),
    ...(changed !== null && {
      updatedSince: new Date(nowMs - periods[changed].days * dayMs).toISOString(),
    }),
  };
}
