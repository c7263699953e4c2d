import type { ManyOutcome, SelectedCode, StateMove, StoredCode, TargetMove } from "@/lib/codes/schema";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import type { Answer } from "../../ui/form/answer";
import type { ListState } from "../list/list-state";

/** What a list is of, whatever its view and page. */
export type ListQuery = Pick<ListState, "q" | "type" | "isDynamic" | "order">;

/** How codes are to look: a preset as its base, members laid over it. */
export interface StyleOrder {
  presetId: string | null;
  /** The preset's logo takes the place of each code's own. */
  withLogo: boolean;
  settings: Settings;
}

/** When codes are to lead to their targets; what is left out stays. Times are of the page's clocks, null takes one away. */
export interface TimesOrder {
  isActive?: boolean;
  startsAt?: string | null;
  expiresAt?: string | null;
}

type Outcomes = Promise<Answer<ManyOutcome[]>>;

/** What a selection asks of the server; each checks by itself whose codes they are and whether the plan has it. */
export interface ManyActions {
  findMatchingCodes: (query: ListQuery) => Promise<Answer<{ ids: string[]; total: number }>>;
  describeCodes: (ids: readonly string[]) => Promise<Answer<SelectedCode[]>>;
  readLooks: (ids: readonly string[]) => Promise<Answer<{ samples: StoredCode[]; presets: ListedPreset[] }>>;
  /** A preset with the picture of its logo. */
  readPreset: (id: string) => Promise<Answer<Settings>>;
  restyleCodes: (ids: readonly string[], order: StyleOrder) => Outcomes;
  retargetCodes: (moves: readonly TargetMove[]) => Outcomes;
  timeCodes: (ids: readonly string[], order: TimesOrder, zone: string) => Outcomes;
  takeCodeTimesBack: (moves: readonly StateMove[]) => Outcomes;
  countWeekOfCodes: (ids: readonly string[]) => Promise<Answer<number>>;
  deleteManyCodes: (ids: readonly string[]) => Promise<Answer<{ until: string; ids: string[] }>>;
  bringManyBack: (ids: readonly string[]) => Promise<Answer<number>>;
}

let hear: (() => void) | null = null;
let isAsked = false;

/** Begins choosing codes, on their page or as soon as it is there. */
export function askForSelecting(): void {
  if (hear === null) isAsked = true;
  else hear();
}

/** The page's one selection; gives back how to leave. */
export function listenForSelecting(listener: () => void): () => void {
  hear = listener;
  if (isAsked) listener();
  isAsked = false;
  return () => {
    if (hear === listener) hear = null;
  };
}
