import { papers, type Sheet } from "./geometry";

/** A sheet as somebody measures it, in millimetres. */
export interface OwnMeasures {
  paper: "A4" | "Letter" | "own";
  paperWidth: number;
  paperHeight: number;
  columns: number;
  rows: number;
  labelWidth: number;
  labelHeight: number;
  marginLeft: number;
  marginTop: number;
  gapX: number;
  gapY: number;
}

export type MeasureField = Exclude<keyof OwnMeasures, "paper">;

/** Up to the largest paper of office printers (SRA3). */
export const measureBounds: Record<MeasureField, { min: number; max: number; unit: "mm" | "" }> = {
  paperWidth: { min: 20, max: 450, unit: "mm" },
  paperHeight: { min: 20, max: 450, unit: "mm" },
  columns: { min: 1, max: 20, unit: "" },
  rows: { min: 1, max: 50, unit: "" },
  labelWidth: { min: 9, max: 450, unit: "mm" },
  labelHeight: { min: 9, max: 450, unit: "mm" },
  marginLeft: { min: 0, max: 300, unit: "mm" },
  marginTop: { min: 0, max: 300, unit: "mm" },
  gapX: { min: 0, max: 100, unit: "mm" },
  gapY: { min: 0, max: 100, unit: "mm" },
};

/** A thousandth of a millimetre is forgiven: inches are no round millimetres. */
const tolerance = 0.001;

export interface MeasureFault {
  field: MeasureField;
  message: string;
}

/** What is wrong with measures, by field: out of bounds; else labels that leave the paper. Empty: nothing. */
export function validateMeasures(measures: OwnMeasures): MeasureFault[] {
  const fields = Object.keys(measureBounds) as MeasureField[];
  const faults = fields
    .filter((field) => measures.paper === "own" || !field.startsWith("paper"))
    .flatMap((field) => validateMeasure(field, measures[field]));
  return faults.length > 0 ? faults : validateFit(measures);
}

function validateMeasure(field: MeasureField, value: number): MeasureFault[] {
  const { min, max, unit } = measureBounds[field];
  const isWhole = unit === "";
  if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return [];
  return [{ field, message: isWhole ? `A whole number, ${min} to ${max}.` : `${min} to ${max} mm.` }];
}

function validateFit(measures: OwnMeasures): MeasureFault[] {
  const { paper, label, margin, gap, columns, rows } = sheetOfMeasures(measures);
  const across = margin.left + columns * label.width + (columns - 1) * gap.x;
  const down = margin.top + rows * label.height + (rows - 1) * gap.y;
  const faults: MeasureFault[] = [];
  if (across > paper.width + tolerance) {
    const message = `${count(columns, "label")} across ${columns === 1 ? "needs" : "need"} ${round(across)} mm. The paper is ${round(paper.width)} mm wide.`;
    faults.push({ field: "labelWidth", message });
  }
  if (down > paper.height + tolerance) {
    const message = `${count(rows, "label")} down ${rows === 1 ? "needs" : "need"} ${round(down)} mm. The paper is ${round(paper.height)} mm high.`;
    faults.push({ field: "labelHeight", message });
  }
  return faults;
}

export function sheetOfMeasures(measures: OwnMeasures): Sheet {
  const { paper, paperWidth, paperHeight } = measures;
  return {
    paper: paper === "own" ? { width: paperWidth, height: paperHeight } : papers[paper],
    columns: measures.columns,
    rows: measures.rows,
    label: { width: measures.labelWidth, height: measures.labelHeight },
    margin: { left: measures.marginLeft, top: measures.marginTop },
    gap: { x: measures.gapX, y: measures.gapY },
  };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function round(mm: number): string {
  return String(Math.round(mm * 100) / 100);
}
