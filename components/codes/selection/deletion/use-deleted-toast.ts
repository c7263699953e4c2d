"use client";

import { useRouter } from "next/navigation";
import { countOf, sayCount } from "../../../ui/counts";
import { callSafely } from "../../../ui/form/call-safely";
import { say, sayUndo } from "../../../ui/say";
import type { ManyActions } from "../actions";

/** By then the server has deleted for good what nobody brought back: ten seconds, and what the job takes. */
const goneMs = 13_000;

/** Says that codes are deleted, with one Undo for all of them for as long as the server keeps them. */
export function useDeletedToast({ bringManyBack }: Pick<ManyActions, "bringManyBack">) {
  const router = useRouter();
  return ({ ids, until }: { ids: readonly string[]; until: string }, asked: number) => {
    // What they held of the plan is free then, and is shown so wherever one is by that time.
    const gone = setTimeout(() => router.refresh(), goneMs);
    const undo = async () => {
      const answer = await callSafely(() => bringManyBack(ids));
      if (answer === null || "refusal" in answer) {
        say.fault(answer?.refusal.sentence ?? "The codes were not brought back.");
        return;
      }
      clearTimeout(gone);
      router.refresh();
      const missing = ids.length - answer.done;
      if (missing === 0) say.done(`${countOf(ids.length, "code")} ${ids.length === 1 ? "is" : "are"} back.`);
      else say.fault(`${countOf(answer.done, "code")} back; ${sayCount(missing)} gone for good before that.`);
    };
    const before = asked - ids.length;
    const rest = before > 0 ? ` ${sayCount(before)} had gone before.` : "";
    sayUndo(`${countOf(ids.length, "code")} deleted.${rest}`, undo, until);
  };
}
