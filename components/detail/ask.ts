import { unstable_rethrow } from "next/navigation";
import type { Answer } from "../ui/form/answer";
import { say } from "../ui/say";

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
