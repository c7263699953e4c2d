"use client";

import { Undo2 } from "lucide-react";
import { startTransition, useState } from "react";
import type { Target } from "@/lib/codes/schema";
import { buttonClasses } from "../../ui/button";
import type { DetailActions } from "../actions";
import { ask } from "../ask";
import { sayTargetUndo } from "./say-target-undo";

/** A target as a line of the history says it. */
export interface ToldTarget extends Pick<Target, "id" | "content" | "fallbackUrl"> {
  what: string;
  /** Where those go who come too early or too late, where that was set. */
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

/** What a code leads to and led to before, each with a way back. */
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
      const { content, fallbackUrl } = current;
      const change = { from: restored.done, to: { content, fallbackUrl } };
      sayTargetUndo(`It leads to ${what} again.`, () => actions.undoTarget(codeId, change));
    });
}

/** A bead on the line of time; the present one is filled. */
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
