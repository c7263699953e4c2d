import { countLabels, layOutLabel, type Sheet, sheetCatalogue, sheetNames } from "@/lib/prints/sheets";
import type { SheetKind } from "./choices";
import { sayMm } from "./numbers";
import { SheetDrawing } from "./sheet-drawing";

interface SheetCardsProps {
  chosen: SheetKind;
  /** The measures that somebody has entered; null while they are no sheet. */
  own: Sheet | null;
  choose: (kind: SheetKind) => void;
}

const makers: Record<SheetKind, string> = {
  L7160: "Avery L7160",
  L7163: "Avery L7163",
  "5160": "Avery 5160",
  own: "Own measures",
};

const papers = { L7160: "A4", L7163: "A4", "5160": "US Letter" } as const;

/** Sheets to choose from, each as it looks. */
export function SheetCards({ chosen, own, choose }: SheetCardsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">Sheet</legend>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {([...sheetNames, "own"] as const).map((kind) => (
          <SheetCard
            key={kind}
            kind={kind}
            sheet={kind === "own" ? own : sheetCatalogue[kind]}
            isChosen={kind === chosen}
            choose={choose}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface SheetCardProps {
  kind: SheetKind;
  sheet: Sheet | null;
  isChosen: boolean;
  choose: (kind: SheetKind) => void;
}

function SheetCard({ kind, sheet, isChosen, choose }: SheetCardProps) {
  return (
    <label
      className={[
        "relative flex flex-col gap-2 rounded-control border border-line-strong bg-surface p-3 select-none",
        "hover:bg-canvas has-checked:border-accent has-checked:bg-accent-tint has-checked:shadow-[inset_0_0_0_0.5px_var(--accent)]",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
      ].join(" ")}
    >
      <span className="flex items-start justify-between gap-2">
        <span className="block h-20 w-15">
          {sheet !== null && (
            <SheetDrawing
              sheet={sheet}
              layout={layOutLabel(sheet.label, "name", null)}
              from={0}
              labels={countLabels(sheet)}
            />
          )}
        </span>
        <input
          type="radio"
          name="label-sheet"
          value={kind}
          checked={isChosen}
          onChange={() => choose(kind)}
          className="size-[18px] shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-[5px] checked:border-accent forced-colors:appearance-auto"
        />
      </span>
      <span className="min-w-0">
        <span className="block text-body font-medium">{makers[kind]}</span>
        {describe(kind).map((line) => (
          <span key={line} className="block text-tiny text-ink-2">
            {line}
          </span>
        ))}
      </span>
    </label>
  );
}

function describe(kind: SheetKind): string[] {
  if (kind === "own") return ["Any paper,", "any labels"];
  const { label } = sheetCatalogue[kind];
  const size = kind === "5160" ? "2⅝ × 1 in" : `${sayMm(label.width)} × ${sayMm(label.height)} mm`;
  return [`${papers[kind]}, ${countLabels(sheetCatalogue[kind])} labels`, size];
}
