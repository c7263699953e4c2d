"use client";

import { type RefObject, useEffect, useRef } from "react";
import { controlClasses, describeControl, FieldFault } from "../../ui/field";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { say } from "../../ui/say";
import { SubmitButton } from "../../ui/submit-button";
import type { DetailActions } from "../actions";
import { sayTargetUndo } from "./say-target-undo";

interface TargetFormProps {
  code: { id: string; content: string };
  actions: Pick<DetailActions, "changeTarget" | "undoTarget">;
}

const loadCheck = () => import("./check-address").then(({ checkTarget }) => checkTarget);

/** Where a code leads, changed in place; what it led to before is in the history below, and a moment long in Undo. */
export function TargetForm({ code, actions }: TargetFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const { id, content } = code;
  const known = useRef(content);
  const { form, field, refusal, isBusy } = useForm({
    id: "target",
    send: actions.changeTarget,
    loadCheck,
    onDone: (now) => {
      known.current = input.current?.value ?? now.content;
      if (now.content === content) return say.done("It leads there already.");
      sayTargetUndo("The target is changed.", async () => {
        const answer = await actions.undoTarget(id, { from: now, to: { ...now, content } });
        // Taken back before the page showed the change, it brings the page no news.
        if (answer !== null && "done" in answer) showTarget(content, input, known);
        return answer;
      });
    },
  });
  // A restored target is news for the field, whenever it comes.
  useEffect(() => showTarget(content, input, known), [content]);
  const { fault, ...control } = field("content");
  return (
    <form {...form} className="grid gap-3">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="id" value={id} />
      <div>
        <label htmlFor={control.id} className="sr-only">
          Target address
        </label>
        <div className="flex gap-2 max-sm:flex-col">
          <input
            {...describeControl({ id: control.id, hint: undefined, fault })}
            ref={input}
            name={control.name}
            defaultValue={content}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClasses} h-9 touch:h-12`}
          />
          <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Changing" className="max-md:h-12">
            Change
          </SubmitButton>
        </div>
        <FieldFault id={control.id} fault={fault} />
      </div>
    </form>
  );
}

/**
 * Fills the field, where it still holds what it was filled with last (`known`): what is typed into it since is nobody's but who
 * types.
 */
function showTarget(
  target: string,
  { current: field }: RefObject<HTMLInputElement | null>,
  known: RefObject<string>,
): void {
  if (field?.value === known.current) field.value = target;
  known.current = target;
}
