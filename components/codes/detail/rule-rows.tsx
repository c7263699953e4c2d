"use client";

import { startTransition, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { SubmitButton } from "../../ui/submit-button";
import { toast } from "../../ui/toast";
import { ask, type DetailActions } from "../actions";
import { type RuleName, ruleField, ruleMessages, type ToldRule } from "./rules";

const controls: Record<RuleName, Partial<React.ComponentProps<"input">>> = {
  startsAt: { type: "datetime-local" },
  expiresAt: { type: "datetime-local" },
  maxScans: { inputMode: "numeric" },
  fallbackUrl: { inputMode: "url", autoCapitalize: "none", spellCheck: false },
};

interface RuleRowsProps {
  codeId: string;
  rules: readonly ToldRule[];
  zone: string;
  actions: Pick<DetailActions, "changeRule" | "removeRule">;
}

export function RuleRows({ codeId, rules, zone, actions }: RuleRowsProps) {
  const [open, setOpen] = useState<RuleName | null>(null);
  const list = useFocusBack(open);
  const remove = (rule: RuleName) =>
    startTransition(async () => {
      if ((await ask(() => actions.removeRule(codeId, rule))) === null) return;
      setOpen(null);
      toast.done(`“${ruleMessages[rule].name}” is removed.`);
    });
  return (
    <ul ref={list} className="text-body">
      {rules.map((told) => (
        <li key={told.rule} className="border-t border-line">
          <div className="flex min-h-11 items-center gap-3 py-1.5">
            <span className="w-24 shrink-0 text-small text-ink-3">{ruleMessages[told.rule].name}</span>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{told.said}</span>
            <button
              type="button"
              data-rule={told.rule}
              aria-expanded={open === told.rule}
              aria-label={`${told.entered === null ? "Set" : "Change"} “${ruleMessages[told.rule].name}”`}
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

interface RuleFormProps {
  codeId: string;
  told: ToldRule;
  zone: string;
  changeRule: DetailActions["changeRule"];
  /** Takes the rule away; null where there is none. */
  onRemove: (() => void) | null;
  onClose: () => void;
}

function RuleForm({ codeId, told, zone, changeRule, onRemove, onClose }: RuleFormProps) {
  const { rule, entered } = told;
  const { name, label, hint } = ruleMessages[rule];
  const id = `rule-${rule}`;
  const { form, field, refusal, isBusy } = useForm({
    id,
    send: changeRule,
    loadCheck: () => import("./validation").then(({ checkRule }) => checkRule(rule)),
    onDone: () => {
      onClose();
      toast.done(`“${name}” is changed.`);
    },
  });
  const { name: control, fault } = field(ruleField(rule));
  useEffect(() => document.getElementById(`${id}-entered`)?.focus(), [id]);
  return (
    <form
      {...form}
      className="grid gap-3 pt-1 pb-4"
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose();
      }}
    >
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="id" value={codeId} />
      <input type="hidden" name="rule" value={rule} />
      <input type="hidden" name="zone" value={zone} />
      <TextField
        {...controls[rule]}
        id={`${id}-entered`}
        name={control}
        fault={fault}
        label={label}
        hint={hint}
        defaultValue={entered ?? ""}
        autoComplete="off"
        className="max-w-[26rem]"
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Saving" label="Save" />
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        {onRemove !== null && (
          <Button kind="ghost" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}
