"use client";

import { createContext, type ReactNode, Suspense, use, useContext, useState } from "react";
import { Button } from "../../ui/button";
import { FactList } from "../../ui/fact-list";
import { FailedPart } from "../../ui/failed-part";
import { TextField } from "../../ui/field";
import { Notice } from "../../ui/notice";
import type { ComingGrade } from "./grade-block";
import {
  evaluatePrint,
  formatDistance,
  formatModule,
  formatVerdict,
  type PrintPlan,
  type PrintShape,
  type PrintText,
  type PrintVerdict,
  readMeasure,
  readPlan,
  round,
  widestMm,
} from "./print-check";

/** At arm's length from a leaflet, off an office printer. */
const usual = { distanceCm: "25", dpi: "300" };

const fields: readonly { name: keyof PrintPlan; label: string; unit: string }[] = [
  { name: "widthMm", label: "Width", unit: "mm" },
  { name: "distanceCm", label: "Distance", unit: "cm" },
  { name: "dpi", label: "Printer", unit: "dpi" },
];

export function Preflight({ shape, grade }: { shape: PrintShape; grade: ComingGrade }) {
  const { text, change, plan, faults, setWidth } = usePlan();
  const verdict = plan && evaluatePrint(shape, plan);
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
            { name: "One module", value: verdict ? formatModule(verdict) : "–" },
            { name: "Quiet zone", value: verdict ? `${round(verdict.quietZoneMm)} mm on each side` : "–" },
            { name: "Reads from", value: verdict ? `Up to ${formatDistance(verdict.readsFromCm)}` : "–" },
          ]}
        />
      </div>
      <Verdict plan={plan} verdict={verdict} grade={grade} setWidth={setWidth} />
    </section>
  );
}

function usePlan() {
  const width = usePrintWidth();
  const [others, setOthers] = useState(usual);
  const text: PrintText = { ...others, widthMm: width.text };
  const change = (name: keyof PrintPlan, value: string) =>
    name === "widthMm" ? width.setText(value) : setOthers((now) => ({ ...now, [name]: value }));
  return { text, change, ...readPlan(text), setWidth: (mm: number) => width.setText(String(mm)) };
}

interface VerdictProps {
  /** Null while a field is no number. */
  plan: PrintPlan | null;
  verdict: PrintVerdict | null;
  grade: ComingGrade;
  setWidth: (mm: number) => void;
}

function Verdict({ plan, verdict, grade, setWidth }: VerdictProps) {
  return (
    <div className="mt-2 grid min-h-21 2xl:min-h-16" aria-live="polite">
      {plan === null || verdict === null ? (
        <Notice title="Not measured">Fill in the fields first.</Notice>
      ) : verdict.faults.length > 0 ? (
        <TooSmall plan={plan} verdict={verdict} setWidth={setWidth} />
      ) : (
        <FailedPart what="The verdict">
          <Suspense fallback={<Ready plan={plan} verdict={verdict} />}>
            <Judged plan={plan} verdict={verdict} grade={grade} />
          </Suspense>
        </FailedPart>
      )}
    </div>
  );
}

interface ReadyProps {
  plan: PrintPlan;
  verdict: PrintVerdict;
}

/** Large enough is not enough where the look itself can't be read. */
function Judged({ plan, verdict, grade }: ReadyProps & { grade: ComingGrade }) {
  const scannability = use(grade);
  const isBad =
    scannability === "unreadable" ||
    (scannability !== "unavailable" && scannability.verdict === "do_not_print");
  if (!isBad) return <Ready plan={plan} verdict={verdict} />;
  return (
    <Notice tone="stop" title="Don't print this">
      It is large enough, but phones can't rely on how it looks. See Scannability.
    </Notice>
  );
}

function Ready({ plan, verdict }: ReadyProps) {
  return (
    <Notice tone="ok" title="Ready to print">
      {formatVerdict(verdict, plan)}
    </Notice>
  );
}

function TooSmall({ plan, verdict, setWidth }: ReadyProps & Pick<VerdictProps, "setWidth">) {
  const { leastMm } = verdict;
  return (
    <Notice tone="stop" title={`Too small at ${plan.widthMm} mm`}>
      {formatVerdict(verdict, plan)}{" "}
      {leastMm <= widestMm ? (
        <span className="mt-2 block">
          <Button shape="small" onClick={() => setWidth(leastMm)}>
            Print at {leastMm.toLocaleString("en-GB")} mm
          </Button>
        </span>
      ) : (
        "No sheet is that wide: choose a shorter distance."
      )}
    </Notice>
  );
}

interface PrintWidth {
  widthMm: number;
  text: string;
  setText: (text: string) => void;
}

const usualMm = 30;

const Context = createContext<PrintWidth>({
  widthMm: usualMm,
  text: String(usualMm),
  setText: () => undefined,
});

export function PrintWidthProvider({ children }: { children: ReactNode }) {
  const [text, write] = useState(String(usualMm));
  const [widthMm, setWidthMm] = useState(usualMm);
  const setText = (next: string) => {
    write(next);
    const read = readMeasure("widthMm", next);
    if (read !== null) setWidthMm(read);
  };
  return <Context value={{ widthMm, text, setText }}>{children}</Context>;
}

export function usePrintWidth(): PrintWidth {
  return useContext(Context);
}

export function PrintSheet({ children }: { children: ReactNode }) {
  const { widthMm } = usePrintWidth();
  return (
    <div className="print-sheet" style={{ "--print-width": `${widthMm}mm` } as React.CSSProperties}>
      {children}
    </div>
  );
}
