"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { Faults } from "../qr-builder/draft/read-settings";
import { mainControl } from "../qr-builder/draft/words";
import type { Answer, Refusal } from "../ui/form/answer";
import { callSafely, lostOnce } from "../ui/form/call-safely";
import { useOnce } from "../ui/form/use-once";
import { say } from "../ui/say";
import { type EditedCode, type Entered, makeChange, makeNewCode } from "./editor-state";
import type { EditorActions, SavedCode } from "./props";
import { listNews } from "./save-notes";

interface SaveOptions {
  code: EditedCode | null;
  start: Entered;
  entered: Entered;
  isDynamic: boolean;
  actions: Pick<EditorActions, "create" | "change">;
  saved: SavedCode | null;
  onSaved: (saved: SavedCode) => void;
  /** Leaves without being asked. */
  pass: (go: () => void) => void;
}

/**
 * Saves what is entered and goes to the code's page. What the server refuses is kept for as long as nothing is changed;
 * what it has to say that the page has not said is read before one goes on.
 */
export function useSave({ code, start, entered, isDynamic, actions, saved, onSaved, pass }: SaveOptions) {
  const router = useRouter();
  const once = useOnce();
  const [isBusy, run] = useTransition();
  const [refused, setRefused] = useState<{ of: Entered; refusal: Refusal } | null>(null);
  const refusal = refused?.of === entered ? withSentence(refused.refusal) : null;

  const goTo = (id: string) => pass(() => router.replace(`/codes/${id}`));
  const take = (answer: Answer<SavedCode>) => {
    if (answer === null) return;
    if ("refusal" in answer) return setRefused({ of: entered, refusal: answer.refusal });
    onSaved(answer.done);
    if (listNews(answer.done.warnings).length > 0) return;
    say.done(code === null ? `“${entered.name.trim()}” is made.` : `“${entered.name.trim()}” is saved.`);
    goTo(answer.done.id);
  };
  const save = () => {
    if (isBusy) return;
    const change = code === null ? null : makeChange(start, entered);
    if (code !== null && change === null) return goTo(code.id);
    run(async () => {
      take(
        code !== null && change !== null
          ? await callSafely(() => actions.change(code.id, change))
          : await callSafely(
              () => once((key) => actions.create(key, makeNewCode(entered, isDynamic))),
              lostOnce,
            ),
      );
    });
  };
  return {
    save,
    isBusy: isBusy || (saved !== null && listNews(saved.warnings).length === 0),
    refusal,
    faults: readFaults(refusal, entered),
    goTo,
  };
}

/** What is refused where no control says it stands beside Save. */
function withSentence(refusal: Refusal): Refusal {
  const { name: _name, content: _content, ...others } = refusal.fields ?? {};
  const [sentence] = [refusal.sentence, ...Object.values(others)].filter((each) => each !== undefined);
  return { ...refusal, ...(sentence === undefined ? {} : { sentence }) };
}

/** What is wrong with the content as a whole stands at its first control. */
function readFaults(refusal: Refusal | null, { draft }: Entered): Faults {
  const { content, name } = refusal?.fields ?? {};
  return {
    ...(name === undefined ? {} : { name }),
    ...(content === undefined ? {} : { [mainControl(draft)]: content }),
  };
}
