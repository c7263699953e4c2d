import { TextField } from "../../ui/field";
import type { TargetOrder } from "./plan-moves";

export interface TargetFieldsState {
  address: string;
  find: string;
  put: string;
  source: string;
  medium: string;
  campaign: string;
}

export const startFields: TargetFieldsState = {
  address: "",
  find: "",
  put: "",
  source: "",
  medium: "",
  campaign: "",
};

interface TargetFieldsProps {
  kind: TargetOrder["kind"];
  fields: TargetFieldsState;
  /** Said at the first of them. */
  fault: string | undefined;
  onChange: (part: Partial<TargetFieldsState>) => void;
}

const labels: Record<TargetOrder["kind"], readonly (readonly [keyof TargetFieldsState, string, string?])[]> =
  {
    one: [["address", "New address of all of them", "https://"]],
    replace: [
      ["find", "Find", "https://old.example"],
      ["put", "Replace with", "https://new.example"],
    ],
    parameters: [
      ["source", "Source (utm_source)", "table-card"],
      ["medium", "Medium (utm_medium)", "qr"],
      ["campaign", "Campaign (utm_campaign)", "autumn"],
    ],
  };

/** What is entered for each way of changing addresses; addresses are typed as they are. */
export function TargetFields({ kind, fields, fault, onChange }: TargetFieldsProps) {
  return (
    <div
      className={`grid gap-4 ${kind === "replace" ? "md:grid-cols-2" : kind === "parameters" ? "md:grid-cols-3" : ""}`}
    >
      {labels[kind].map(([name, label, example], place) => (
        <TextField
          key={name}
          id={`many-${name}`}
          label={label}
          value={fields[name]}
          placeholder={example}
          fault={place === 0 ? fault : undefined}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={2_048}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
    </div>
  );
}
