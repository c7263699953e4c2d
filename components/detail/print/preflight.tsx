"use client";

import { useState } from "react";
import { TextField } from "../../ui/field";
import { FactList } from "../bench/facts";
import type { ComingGrade } from "../bench/grade-block";
import { judgePrint, type PrintPlan, type PrintShape } from "./judge-print";
import { usePrintWidth } from "./print-width";
import { type PrintText, readPlan } from "./read-plan";
import { Verdict } from "./verdict";
import { round, sayDistance, sayModule } from "./words";

/** At arm's length from a leaflet, off an office printer. */
const usual = { distanceCm: "25", dpi: "300" };

const fields: readonly { name: keyof PrintPlan; label: string; unit: string }[] = [
  { name: "widthMm", label: "Width", unit: "mm" },
  { name: "distanceCm", label: "Distance", unit: "cm" },
  { name: "dpi", label: "Printer", unit: "dpi" },
];

/** Whether the code will be read once it is printed: how wide, from how far, by which printer. */
export function Preflight({ shape, grade }: { shape: PrintShape; grade: ComingGrade }) {
  const { text, change, plan, faults, setWidth } = usePlan();
  const verdict = plan && judgePrint(shape, plan);
  return (
    <section aria-labelledby="preflight-heading">
      <h2 id="preflight-heading" className="mb-3 text-heading">
        Print preflight
      </h2>
      <div className="grid grid-cols-3 gap-2">
        {fields.map(({ name, label, unit }) => (
          <TextField
            key={name}
            id={`print-${name}`}
            label={label}
            value={text[name]}
            onChange={({ target }) => change(name, target.value)}
            inputMode="decimal"
            autoComplete="off"
            fault={faults[name]}
            trailing={<span className="pointer-events-none pr-2 text-small text-ink-3">{unit}</span>}
          />
        ))}
      </div>
      <div className="mt-3">
        <FactList
          facts={[
            { name: "One module", value: verdict ? sayModule(verdict) : "–" },
            { name: "Quiet zone", value: verdict ? `${round(verdict.quietZoneMm)} mm on each side` : "–" },
            { name: "Reads from", value: verdict ? `Up to ${sayDistance(verdict.readsFromCm)}` : "–" },
          ]}
        />
      </div>
      <Verdict plan={plan} verdict={verdict} grade={grade} setWidth={setWidth} />
    </section>
  );
}

/** What stands in the fields. The width is the page's: the PDF has it, too. */
function usePlan() {
  const width = usePrintWidth();
  const [others, setOthers] = useState(usual);
  const text: PrintText = { ...others, widthMm: width.text };
  const change = (name: keyof PrintPlan, value: string) =>
    name === "widthMm" ? width.setText(value) : setOthers((now) => ({ ...now, [name]: value }));
  return { text, change, ...readPlan(text), setWidth: (mm: number) => width.setText(String(mm)) };
}
