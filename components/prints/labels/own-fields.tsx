import { type MeasureField, measureBounds } from "@/lib/prints/sheets";
import { TextField } from "../../ui/field";
import { SelectField } from "../../ui/select";
import type { LabelText, PaperName } from "./choices";

interface OwnFieldsProps {
  text: LabelText;
  faults: Partial<Record<string, string>>;
  change: (change: Partial<LabelText>) => void;
}

const papers = [
  { value: "A4", name: "A4" },
  { value: "Letter", name: "US Letter" },
  { value: "own", name: "Other" },
] as const;

const groups: readonly { field: MeasureField; label: string }[] = [
  { field: "columns", label: "Labels across" },
  { field: "rows", label: "Labels down" },
  { field: "labelWidth", label: "Label width" },
  { field: "labelHeight", label: "Label height" },
  { field: "marginLeft", label: "Left margin" },
  { field: "marginTop", label: "Top margin" },
  { field: "gapX", label: "Gap across" },
  { field: "gapY", label: "Gap down" },
];

const ofPaper: typeof groups = [
  { field: "paperWidth", label: "Paper width" },
  { field: "paperHeight", label: "Paper height" },
];

/** A sheet as it is measured with a ruler. */
export function OwnFields({ text, faults, change }: OwnFieldsProps) {
  const fields = text.paper === "own" ? [...ofPaper, ...groups] : groups;
  return (
    <fieldset>
      <legend className="sr-only">Measures of the sheet</legend>
      <SelectField
        id="label-paper"
        label="Paper"
        value={text.paper}
        onChange={({ target }) => change({ paper: target.value as PaperName })}
        choices={papers}
      />
      <div className="mt-3 grid grid-cols-2 items-start gap-x-3 gap-y-3">
        {fields.map(({ field, label }) => (
          <TextField
            key={field}
            id={`label-${field}`}
            label={label}
            value={text.measures[field]}
            onChange={({ target }) => change({ measures: { ...text.measures, [field]: target.value } })}
            inputMode="decimal"
            autoComplete="off"
            fault={faults[field]}
            {...(measureBounds[field].unit === "mm" && { trailing: <Unit /> })}
          />
        ))}
      </div>
    </fieldset>
  );
}

export function Unit() {
  return <span className="pointer-events-none pr-2 text-small text-ink-3">mm</span>;
}
