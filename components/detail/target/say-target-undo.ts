import type { Answer } from "../../ui/form/answer";
import { say, sayUndo } from "../../ui/say";
import { ask } from "../ask";

/** How long a change of a target offers to be taken back. The history keeps it for longer. */
const undoMs = 10_000;

/** Says where the code leads now, and offers to take that back for a moment. */
export function sayTargetUndo(text: string, takeBack: () => Promise<Answer<null>>): void {
  const undo = async () => {
    if (await ask(takeBack)) say.done("It leads where it led.");
  };
  sayUndo(text, undo, new Date(Date.now() + undoMs).toISOString());
}
