"use client";

import { startTransition, useEffect, useState } from "react";
import { Button, SubmitButton } from "../../ui/button";
import { TextField } from "../../ui/field";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { toast } from "../../ui/toast";
import { ask, type DetailActions } from "../actions";
import { EditableRow, useFocusBack } from "./order-rows";
import { type DescribedRule, type RuleName, ruleField, ruleLabels } from "./rules";

const controls: Record<RuleName, Partial<React.ComponentProps<"input">>> = {
  startsAt: { type: "datetime-local" },
  expiresAt: { type: "datetime-local" },
  maxScans: { inputMode: "numeric" },
  fallbackUrl: { inputMode: "url", autoCapitalize: "none", spellCheck: false },
};

interface RuleRowsProps {
  codeId: string;
  rules: readonly DescribedRule[];
  zone: string;
  actions: Pick<DetailActions, "changeRule" | "removeRule">;
}

export function RuleRows({ codeId, rules, zone, actions }: RuleRowsProps) {
  const [open, setOpen] = useState<RuleName | null>(null);
  const list = useFocusBack(open === null ? null : ruleLabels[open].name);
  const remove = (rule: RuleName) =>
    startTransition(async () => {
      if ((await ask(() => actions.removeRule(codeId, rule))) === null) return;
      setOpen(null);
      toast.done(`“${ruleLabels[rule].name}” is removed.`);
    });
  return (
    <ul ref={list} className="text-body">
      {rules.map((described) => (
        <EditableRow
          key={described.rule}
          name={ruleLabels[described.rule].name}
          value={described.said}
          verb={described.entered === null ? "Set" : "Change"}
          isOpen={open === described.rule}
          onPress={() => setOpen(open === described.rule ? null : described.rule)}
        >
          {open === described.rule && (
            <RuleForm
              codeId={codeId}
              described={described}
              zone={zone}
              changeRule={actions.changeRule}
              onRemove={described.entered === null ? null : () => remove(described.rule)}
              onClose={() => setOpen(null)}
            />
          )}
        </EditableRow>
      ))}
    </ul>
  );
}

interface RuleFormProps {
  codeId: string;
  described: DescribedRule;
  zone: string;
  changeRule: DetailActions["changeRule"];
  /** Takes the rule away; null where there is none. */
  onRemove: (() => void) | null;
  onClose: () => void;
}

function RuleForm({ codeId, described, zone, changeRule, onRemove, onClose }: RuleFormProps) {
  const { rule, entered } = described;
  const { name, label, hint } = ruleLabels[rule];
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
