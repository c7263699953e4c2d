"use client";

import { startTransition, useEffect, useRef, useState } from "react";
import { say } from "../../ui/say";
import type { DetailActions } from "../actions";
import { ask } from "../ask";
import { RuleForm } from "./rule-form";
import type { RuleName, ToldRule } from "./rules";
import { ruleWords } from "./words";

interface RuleRowsProps {
  codeId: string;
  rules: readonly ToldRule[];
  zone: string;
  actions: Pick<DetailActions, "changeRule" | "removeRule">;
}

/** What bounds a code, line by line; one at a time is open for a change. */
export function RuleRows({ codeId, rules, zone, actions }: RuleRowsProps) {
  const [open, setOpen] = useState<RuleName | null>(null);
  const list = useFocusBack(open);
  const remove = (rule: RuleName) =>
    startTransition(async () => {
      if ((await ask(() => actions.removeRule(codeId, rule))) === null) return;
      setOpen(null);
      say.done(`“${ruleWords[rule].name}” is removed.`);
    });
  return (
    <ul ref={list} className="text-body">
      {rules.map((told) => (
        <li key={told.rule} className="border-t border-line">
          <div className="flex min-h-11 items-center gap-3 py-1.5">
            <span className="w-24 shrink-0 text-small text-ink-3">{ruleWords[told.rule].name}</span>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{told.said}</span>
            <button
              type="button"
              data-rule={told.rule}
              aria-expanded={open === told.rule}
              aria-label={`${told.entered === null ? "Set" : "Change"} “${ruleWords[told.rule].name}”`}
              onClick={() => setOpen(open === told.rule ? null : told.rule)}
              className="flex min-h-8 shrink-0 items-center justify-end rounded-medium text-small font-medium text-accent hover:text-accent-hover touch:min-h-11 touch:min-w-11"
            >
              {told.entered === null ? "Set" : "Change"}
            </button>
          </div>
          {open === told.rule && (
            <RuleForm
              codeId={codeId}
              told={told}
              zone={zone}
              changeRule={actions.changeRule}
              onRemove={told.entered === null ? null : () => remove(told.rule)}
              onClose={() => setOpen(null)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A form that closes gives the focus back to the button that opened it. */
function useFocusBack(open: RuleName | null) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(open);
  useEffect(() => {
    const closed = before.current;
    before.current = open;
    if (open === null && closed !== null)
      list.current?.querySelector<HTMLElement>(`[data-rule="${closed}"]`)?.focus();
  }, [open]);
  return list;
}
