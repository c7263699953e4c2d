import { useId } from "react";
import {
  countLabels,
  type LabelLayout,
  layOutLabel,
  placeLabel,
  type Sheet,
  sheetCatalogue,
  sheetNames,
} from "@/lib/prints/sheets";
import { formatMm, type SheetKind } from "./choices";

/** Room around the paper for the ruler, in parts of the paper's longer side. */
const rulerShare = 0.07;

/** A code as it is known from afar, in 37 modules with its quiet zone; bars for words. */
const stub =
  "M4 4h7v7h-7zM26 4h7v7h-7zM4 26h7v7h-7zM13 5h3v2h-3zM18 4h2v4h-2zM22 6h2v3h-2zM13 10h4v3h-4zM20 11h3v2h-3zM5 13h3v2h-3zM10 14h5v3h-5zM17 16h4v4h-4zM24 13h3v3h-3zM29 15h4v2h-4zM4 19h4v3h-4zM11 20h3v4h-3zM24 19h5v3h-5zM31 20h2v4h-2zM15 23h5v2h-5zM13 28h4v2h-4zM19 27h3v4h-3zM24 26h4v2h-4zM30 27h3v3h-3zM14 31h3v2h-3zM25 30h3v3h-3z";

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
  own: "Custom size",
};

const papers = { L7160: "A4", L7163: "A4", "5160": "US Letter" } as const;

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
  const size = kind === "5160" ? "2⅝ × 1 in" : `${formatMm(label.width)} × ${formatMm(label.height)} mm`;
  return [`${papers[kind]}, ${countLabels(sheetCatalogue[kind])} labels`, size];
}

interface SheetDrawingProps {
  sheet: Sheet;
  layout: LabelLayout;
  /** Places before the first label and how many follow it; empty ones are dashed. */
  from: number;
  labels: number;
  hasRuler?: boolean;
}

export function SheetDrawing({ sheet, layout, from, labels, hasRuler = false }: SheetDrawingProps) {
  const id = useId();
  const { paper } = sheet;
  const room = hasRuler ? Math.max(paper.width, paper.height) * rulerShare : 0;
  const view = `${-room} ${-room} ${paper.width + room} ${paper.height + room}`;
  return (
    <svg viewBox={view} className="block size-full overflow-visible" aria-hidden="true" focusable="false">
      <defs>
        <LabelSymbol id={id} sheet={sheet} layout={layout} />
      </defs>
      <rect
        width={paper.width}
        height={paper.height}
        fill="var(--paper)"
        stroke="var(--line-strong)"
        strokeWidth={room === 0 ? 3 : 0.4}
      />
      {Array.from({ length: countLabels(sheet) }, (_, place) => {
        const { box } = placeLabel(sheet, place);
        const isUsed = place >= from && place < from + labels;
        return (
          <g key={`${box.left} ${box.top}`} transform={`translate(${box.left} ${box.top})`}>
            <rect
              width={box.width}
              height={box.height}
              fill="none"
              stroke="var(--mark)"
              strokeWidth={room === 0 ? 1.6 : 0.5}
              strokeDasharray={isUsed ? undefined : "2 2"}
            />
            {isUsed && <use href={`#${id}`} />}
          </g>
        );
      })}
      {hasRuler && <Rulers sheet={sheet} room={room} />}
    </svg>
  );
}

function LabelSymbol({ id, sheet, layout }: { id: string; sheet: Sheet; layout: LabelLayout }) {
  const { code, words } = layout;
  const line = Math.min(3.2, sheet.label.height / 6);
  const start = words && (words.isBelow ? words.top + line * 0.4 : sheet.label.height / 2 - line * 1.3);
  return (
    <g id={id}>
      <path
        d={stub}
        fill="black"
        transform={`translate(${code.left} ${code.top}) scale(${code.side / 37})`}
      />
      {words !== null &&
        start !== null &&
        [0.85, 0.55].map((share, index) => (
          <rect
            key={share}
            x={words.isBelow ? words.left + (words.width * (1 - share)) / 2 : words.left}
            y={start + index * line * 1.4}
            width={words.width * share}
            height={line * 0.6}
            fill="var(--cprev)"
          />
        ))}
    </g>
  );
}

function Rulers({ sheet: { paper }, room }: { sheet: Sheet; room: number }) {
  const middle = -room / 2;
  const tick = room / 4;
  const text = {
    fill: "var(--accent)",
    fontSize: room * 0.62,
    textAnchor: "middle",
    dominantBaseline: "central",
    stroke: "var(--canvas)",
    strokeWidth: room * 0.5,
    paintOrder: "stroke",
    className: "font-mono",
  } as const;
  const line = { stroke: "var(--accent)", strokeWidth: room / 22, fill: "none" };
  const width = `${Math.round(paper.width * 10) / 10} mm`;
  const height = `${Math.round(paper.height * 10) / 10} mm`;
  return (
    <>
      <path
        d={`M0 ${middle - tick}v${2 * tick}M0 ${middle}h${paper.width}M${paper.width} ${middle - tick}v${2 * tick}`}
        {...line}
      />
      <text x={paper.width / 2} y={middle} {...text}>
        {width}
      </text>
      <path
        d={`M${middle - tick} 0h${2 * tick}M${middle} 0v${paper.height}M${middle - tick} ${paper.height}h${2 * tick}`}
        {...line}
      />
      <text transform={`translate(${middle} ${paper.height / 2}) rotate(-90)`} {...text}>
        {height}
      </text>
    </>
  );
}
