"use client";

import { Undo2 } from "lucide-react";
import { type RefObject, startTransition, useEffect, useRef, useState } from "react";
import type { Target } from "@/lib/codes/schema";
import { buttonClasses, SubmitButton } from "../../ui/button";
import { controlClasses, describeControl, FieldFault } from "../../ui/field";
import type { Answer } from "../../ui/form/answer";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { showUndo, toast } from "../../ui/toast";
import { ask, type DetailActions } from "../actions";

/** How long a change of a target offers to be taken back. The history keeps it for longer. */
const undoMs = 10_000;

interface TargetFormProps {
  code: { id: string; content: string };
  actions: Pick<DetailActions, "changeTarget" | "undoTarget">;
}

const loadCheck = () => import("./validation").then(({ checkTarget }) => checkTarget);

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
      if (now.content === content) return toast.done("That's already its target.");
      showTargetUndo("Target changed.", async () => {
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
          <SubmitButton
            kind="secondary"
            isBusy={isBusy}
            busyWord="Changing"
            className="max-md:h-12"
            label="Change"
          />
        </div>
        <FieldFault id={control.id} fault={fault} />
      </div>
    </form>
  );
}

/** Fills the field if it still holds what was filled in last (`known`), so that typing is not lost. */
function showTarget(
  target: string,
  { current: field }: RefObject<HTMLInputElement | null>,
  known: RefObject<string>,
): void {
  if (field?.value === known.current) field.value = target;
  known.current = target;
}

export interface ToldTarget extends Pick<Target, "id" | "content" | "fallbackUrl" | "routes"> {
  what: string;
  /** How many rules it had; null: none. */
  rules: string | null;
  afterwards: string | null;
  when: string;
}

interface TargetHistoryProps {
  codeId: string;
  /** Newest first; the first is what the code leads to now. */
  targets: readonly ToldTarget[];
  actions: Pick<DetailActions, "restoreEarlier" | "undoTarget">;
}

const firstShown = 5;

export function TargetHistory({ codeId, targets, actions }: TargetHistoryProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? targets : targets.slice(0, firstShown);
  const restore = useRestore(codeId, targets[0], actions);
  return (
    <>
      <ol className="mt-3 text-small">
        {shown.map((target, place) => (
          <li
            key={target.id ?? "current"}
            className="group grid min-h-10 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 sm:grid-cols-[16px_minmax(0,1fr)_minmax(0,0.75fr)_6.5rem]"
          >
            <Dot isCurrent={place === 0} isOnly={targets.length === 1} />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-medium">{target.what}</span>
              {target.rules !== null && <span className="block text-ink-3">{target.rules}</span>}
              {target.afterwards !== null && (
                <span className="block text-ink-3">Afterwards {target.afterwards}</span>
              )}
              <span className="block text-ink-3 sm:hidden">{target.when}</span>
            </span>
            <span className="text-ink-3 max-sm:hidden">{target.when}</span>
            <span className="justify-self-end">
              {target.id !== null && (
                <button
                  type="button"
                  aria-label={`Restore ${target.what}`}
                  onClick={() => restore(target)}
                  className={buttonClasses({ kind: "ghost", shape: "small" })}
                >
                  <Undo2 size={14} strokeWidth={1.6} aria-hidden />
                  Restore
                </button>
              )}
            </span>
          </li>
        ))}
      </ol>
      {targets.length > shown.length && (
        <button
          type="button"
          className={buttonClasses({ kind: "ghost", shape: "small", className: "mt-1 ml-4" })}
          onClick={() => setWhole(true)}
        >
          All {targets.length}
        </button>
      )}
    </>
  );
}

function useRestore(
  codeId: string,
  current: ToldTarget | undefined,
  actions: TargetHistoryProps["actions"],
): (target: ToldTarget) => void {
  return ({ id, what }) =>
    startTransition(async () => {
      if (id === null || current === undefined) return;
      const restored = await ask(() => actions.restoreEarlier(codeId, id));
      if (restored === null) return;
      const { content, fallbackUrl, routes } = current;
      const change = { from: restored.done, to: { content, fallbackUrl, routes } };
      showTargetUndo(`It opens ${what} again.`, () => actions.undoTarget(codeId, change));
    });
}

function Dot({ isCurrent, isOnly }: { isCurrent: boolean; isOnly: boolean }) {
  return (
    <span className="relative flex h-full items-center justify-center" aria-hidden>
      {!isOnly && (
        <span className="absolute -inset-y-1.5 left-1/2 w-px -translate-x-1/2 bg-mark group-first:top-1/2 group-last:bottom-1/2" />
      )}
      <span
        className={`relative size-2.5 rounded-full border ${isCurrent ? "border-accent bg-accent" : "border-line-strong bg-surface"}`}
      />
    </span>
  );
}

function showTargetUndo(text: string, restore: () => Promise<Answer<null>>): void {
  const undo = async () => {
    if (await ask(restore)) toast.done("The target is restored.");
  };
  showUndo(text, undo, new Date(Date.now() + undoMs).toISOString());
}
