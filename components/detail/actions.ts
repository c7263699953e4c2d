import type { LedTo, TargetChange } from "@/lib/codes/schema";
import type { CodeActions } from "../codes/desk/actions";
import type { Answer, FormAction } from "../ui/form/answer";
import type { RuleName } from "./rules/rules";

/** What the page of a code can ask the server for; each checks by itself whose code it is. */
export interface DetailActions extends CodeActions {
  /** Answers what the code leads to now. */
  changeTarget: FormAction<LedTo>;
  /** Lets the code lead to an earlier target again. */
  restoreEarlier: (id: string, targetId: string) => Promise<Answer<LedTo>>;
  /** Takes a change of the target back, unless the code leads elsewhere by then. */
  undoTarget: (id: string, change: TargetChange) => Promise<Answer<null>>;
  changeRule: FormAction<null>;
  removeRule: (id: string, rule: RuleName) => Promise<Answer<null>>;
}
