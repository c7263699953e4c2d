import { unstable_rethrow } from "next/navigation";
import type {
  LedTo,
  ListingChange,
  ListingMove,
  ManyOutcome,
  SelectedCode,
  StateMove,
  StoredCode,
  StyleMove,
  Tag,
  TargetChange,
  TargetMove,
} from "@/lib/codes/schema";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import type { Answer, FormAction } from "../ui/form/answer";
import { toast } from "../ui/toast";
import type { DeletionActions } from "./delete-code-dialog";
import type { RuleName } from "./detail/rules";
import type { ListQuery } from "./list/list-state";

/** What a list of codes can ask of the server; each checks by itself whose code it is. */
export interface CodeActions extends DeletionActions {
  switchCode: (id: string, isActive: boolean) => Promise<Answer<null>>;
  duplicateCode: (id: string, asDynamic?: boolean) => Promise<Answer<{ id: string }>>;
}

export interface DeskCode {
  id: string;
  name: string;
  isDynamic: boolean;
  isOff: boolean;
  shortUrl: string | null;
  updatedAt: string;
}

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
  undoCodeStyles: (moves: readonly StyleMove[]) => Outcomes;
  retargetCodes: (moves: readonly TargetMove[]) => Outcomes;
  timeCodes: (ids: readonly string[], order: TimesOrder, zone: string) => Outcomes;
  undoCodeTimes: (moves: readonly StateMove[]) => Outcomes;
  relistCodes: (ids: readonly string[], change: ListingChange) => Outcomes;
  undoCodeListing: (moves: readonly ListingMove[]) => Outcomes;
  listFilterTags: () => Promise<Answer<Tag[]>>;
  countWeekOfCodes: (ids: readonly string[]) => Promise<Answer<number>>;
  deleteManyCodes: (ids: readonly string[]) => Promise<Answer<{ until: string; ids: string[] }>>;
  restoreMany: (ids: readonly string[]) => Promise<Answer<number>>;
}

let hear: (() => void) | null = null;
let isAsked = false;

export function askForSelecting(): void {
  if (hear === null) isAsked = true;
  else hear();
}

export function listenForSelecting(listener: () => void): () => void {
  hear = listener;
  if (isAsked) listener();
  isAsked = false;
  return () => {
    if (hear === listener) hear = null;
  };
}

/** What the page of a code can ask the server for; each checks by itself whose code it is. */
export interface DetailActions extends CodeActions {
  changeTarget: FormAction<LedTo>;
  restoreEarlier: (id: string, targetId: string) => Promise<Answer<LedTo>>;
  /** Takes a change of the target back, unless the code leads elsewhere by then. */
  undoTarget: (id: string, change: TargetChange) => Promise<Answer<null>>;
  changeRule: FormAction<null>;
  removeRule: (id: string, rule: RuleName) => Promise<Answer<null>>;
  changeTags: FormAction<null>;
  changeNote: FormAction<null>;
  archiveCode: (id: string, isArchived: boolean) => Promise<Answer<null>>;
  publishImage: (id: string, isPublic: boolean) => Promise<Answer<null>>;
  deleteGoal: FormAction<null>;
  /** The names of the account's tags. */
  listTags: () => Promise<Answer<string[]>>;
}

/** Asks an action that no form is about. What it refuses is said, as is a lost connection; tells what came of it, else null. */
export async function ask<T>(question: () => Promise<Answer<T>>): Promise<{ done: T } | null> {
  try {
    const answer = await question();
    if (answer !== null && "done" in answer) return answer;
    toast.fault(answer?.refusal.sentence ?? "That was refused. Reload the page and try again.");
  } catch (error) {
    unstable_rethrow(error);
    toast.fault("The connection dropped. Check whether the change was made before you repeat it.");
  }
  return null;
}
