"use client";

import { useEffect } from "react";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { say } from "../../ui/say";
import { SubmitButton } from "../../ui/submit-button";
import type { DetailActions } from "../actions";
import { type RuleName, ruleField, type ToldRule } from "./rules";
import { ruleWords } from "./words";

interface RuleFormProps {
  codeId: string;
  told: ToldRule;
  /** The zone that times are entered in. */
  zone: string;
  changeRule: DetailActions["changeRule"];
  /** Takes the rule away; null where there is none. */
  onRemove: (() => void) | null;
  onClose: () => void;
}

const controls: Record<RuleName, Partial<React.ComponentProps<"input">>> = {
  startsAt: { type: "datetime-local" },
  expiresAt: { type: "datetime-local" },
  maxScans: { inputMode: "numeric" },
  fallbackUrl: { inputMode: "url", autoCapitalize: "none", spellCheck: false },
};

/** One rule, changed where it stands. */
export function RuleForm({ codeId, told, zone, changeRule, onRemove, onClose }: RuleFormProps) {
  const { rule, entered } = told;
  const { name, label, hint } = ruleWords[rule];
  const id = `rule-${rule}`;
  const { form, field, refusal, isBusy } = useForm({
    id,
    send: changeRule,
    loadCheck: () => import("./check-rule").then(({ checkRule }) => checkRule(rule)),
    onDone: () => {
      onClose();
      say.done(`“${name}” is changed.`);
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
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Saving">
          Save
        </SubmitButton>
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
