import type { Beside } from "@/lib/prints/sheets";
import { Checkbox } from "../../ui/checkbox";
import { FieldFault, TextField } from "../../ui/field";
import { Segmented } from "../../ui/segmented";
import type { LabelText, ReadLabels } from "./choices";
import { floorTenth } from "./numbers";
import { Unit } from "./own-fields";

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

/** What is on each label, how often, and from where on. */
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
