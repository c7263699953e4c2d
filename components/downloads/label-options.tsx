import { type Beside, type MeasureField, measureBounds } from "@/lib/prints/sheets";
import { Checkbox } from "../ui/checkbox";
import { FieldFault, TextField } from "../ui/field";
import { Segmented } from "../ui/segmented";
import { SelectField } from "../ui/select";
import { floorTenth, type LabelText, type PaperName, type ReadLabels } from "./choices";

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

interface LabelOptionsProps {
  text: LabelText;
  read: ReadLabels;
  change: (change: Partial<LabelText>) => void;
}

const besides: readonly { value: Beside; name: string }[] = [
  { value: "name", name: "Name" },
  { value: "link", name: "Link" },
  { value: "both", name: "Both" },
  { value: "nothing", name: "Nothing" },
];

export function LabelOptions({ text, read: { faults, largestMm }, change }: LabelOptionsProps) {
  const hint = largestMm > 0 ? `Empty: as wide as fits, ${floorTenth(largestMm)} mm` : undefined;
  return (
    <div className="grid gap-4">
      <div>
        <p className="mb-1.5 text-small font-medium" aria-hidden>
          Beside the code
        </p>
        <Segmented
          name="label-beside"
          label="Beside the code"
          choices={besides}
          value={text.beside}
          onChange={(beside) => change({ beside })}
        />
        <FieldFault id="label-beside" fault={faults.beside} />
        {text.beside === "link" || text.beside === "both" ? (
          <p className="mt-1.5 text-small text-ink-3">Static codes have no short link.</p>
        ) : null}
      </div>
      <TextField
        id="label-code"
        label="Code width"
        value={text.codeMm}
        onChange={({ target }) => change({ codeMm: target.value })}
        inputMode="decimal"
        autoComplete="off"
        hint={hint}
        fault={faults.codeMm}
        trailing={<Unit />}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          id="label-copies"
          label="Copies of each"
          value={text.copies}
          onChange={({ target }) => change({ copies: target.value })}
          inputMode="numeric"
          autoComplete="off"
          fault={faults.copies}
        />
        <TextField
          id="label-start"
          label="Start at label"
          value={text.startAt}
          onChange={({ target }) => change({ startAt: target.value })}
          inputMode="numeric"
          autoComplete="off"
          fault={faults.startAt}
        />
      </div>
      <Checkbox
        label="Outlines to cut along"
        checked={text.outlines}
        onChange={({ target }) => change({ outlines: target.checked })}
      />
    </div>
  );
}

interface OwnFieldsProps {
  text: LabelText;
  faults: Partial<Record<string, string>>;
  change: (change: Partial<LabelText>) => void;
}

export function OwnFields({ text, faults, change }: OwnFieldsProps) {
  const fields = text.paper === "own" ? [...ofPaper, ...groups] : groups;
  return (
    <fieldset>
      <legend className="sr-only">Sheet dimensions</legend>
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

function Unit() {
  return <span className="pointer-events-none pr-2 text-small text-ink-3">mm</span>;
}
