import { unstable_rethrow } from "next/navigation";
import type { LedTo, TargetChange } from "@/lib/codes/schema";
import type { Answer, FormAction } from "../../ui/form/answer";
import { say } from "../../ui/say";
import type { CodeActions } from "../actions/actions";
import type { RuleName } from "./rules";

/** What the page of a code can ask the server for; each checks by itself whose code it is. */
export interface DetailActions extends CodeActions {
  changeTarget: FormAction<LedTo>;
  restoreEarlier: (id: string, targetId: string) => Promise<Answer<LedTo>>;
  /** Takes a change of the target back, unless the code leads elsewhere by then. */
  undoTarget: (id: string, change: TargetChange) => Promise<Answer<null>>;
  changeRule: FormAction<null>;
  removeRule: (id: string, rule: RuleName) => Promise<Answer<null>>;
}

/** Asks an action that no form is about. What it refuses is said, as is a lost connection; tells what came of it, else null. */
export async function ask<T>(question: () => Promise<Answer<T>>): Promise<{ done: T } | null> {
  try {
    const answer = await question();
    if (answer !== null && "done" in answer) return answer;
    say.fault(answer?.refusal.sentence ?? "That was refused. Reload the page and look what is there.");
  } catch (error) {
    unstable_rethrow(error);
    say.fault("The connection dropped. Look whether the change is there before you repeat it.");
  }
  return null;
}
