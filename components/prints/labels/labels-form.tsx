"use client";

import { Printer } from "lucide-react";
import { useRef, useState } from "react";
import type { LabelsDone, LabelsProgress } from "@/lib/prints/schema";
import { countLabels, countSheets, layOutLabel, sheetCatalogue } from "@/lib/prints/sheets";
import { Button } from "../../ui/button";
import { countOf, sayCount } from "../../ui/counts";
import { DialogActions } from "../../ui/dialog";
import { RefusalNotice } from "../refusal";
import { recall, remember } from "../remember";
import type { useJob } from "../use-job";
import {
  type LabelText,
  labelsKey,
  type ReadLabels,
  readLabels,
  readLabelText,
  usualLabels,
} from "./choices";
import { fetchLabels } from "./fetch-labels";
import { LabelOptions } from "./label-options";
import { Printed, Printing } from "./outcome";
import { OwnFields } from "./own-fields";
import { PreflightLine } from "./preflight-line";
import { SheetCards } from "./sheet-cards";
import { SheetDrawing } from "./sheet-drawing";
import { useMeasures } from "./use-measures";

interface LabelsFormProps {
  ids: readonly string[];
  job: ReturnType<typeof useJob<LabelsProgress, LabelsDone>>;
  close: () => void;
}

/** Sheet, labels, preview, verdict; afterwards what came of it. */
export function LabelsForm({ ids, job: { state, start, reset }, close }: LabelsFormProps) {
  const [text, setText] = useState(() => begin(ids.length));
  const measuring = useMeasures(ids);
  const codes = measuring.step === "done" ? measuring.measures.codes : ids.length;
  const read = readLabels(text, codes);
  const own = useLast(text.kind === "own" ? read.sheet : readLabels({ ...text, kind: "own" }, codes).sheet);
  const change = (part: Partial<LabelText>) => setText((now) => settle(now, { ...now, ...part }, ids.length));
  if (state.step === "running") return <Printing progress={state.progress} stop={reset} />;
  if (state.step === "done") return <Printed done={state.done} again={reset} close={close} />;
  const print = (form: HTMLFormElement) => {
    if (read.order === null) return form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    remember(labelsKey, text);
    const order = { ids: [...ids], ...read.order };
    void start((signal, tell) => fetchLabels(order, signal, tell));
  };
  return (
    <form
      className="mt-4 grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        print(event.currentTarget);
      }}
    >
      <SheetCards chosen={text.kind} own={own} choose={(kind) => change({ kind })} />
      <div className="grid gap-5 md:grid-cols-[1fr_216px]">
        <div className="grid content-start gap-4">
          {text.kind === "own" && <OwnFields text={text} faults={read.faults} change={change} />}
          <LabelOptions text={text} read={read} change={change} />
        </div>
        <Preview text={text} read={read} codes={codes} />
      </div>
      <PreflightLine measuring={measuring} text={text} read={read} />
      {state.step === "refused" && <RefusalNotice refusal={state.refusal} />}
      <DialogActions note={sayAmount(read, codes)}>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" kind="primary">
          <Printer size={16} strokeWidth={1.6} aria-hidden />
          Make PDF
        </Button>
      </DialogActions>
    </form>
  );
}

/** What was chosen last; one code fills a sheet. */
function begin(codes: number): LabelText {
  const text = recall(labelsKey, readLabelText) ?? usualLabels;
  return codes === 1 ? { ...text, copies: String(fullSheet(text)) } : text;
}

/** As long as one code fills its sheet, it fills another one, too. */
function settle(before: LabelText, after: LabelText, codes: number): LabelText {
  const isFull = codes === 1 && before.copies === String(fullSheet(before)) && after.copies === before.copies;
  return isFull ? { ...after, copies: String(fullSheet(after)) } : after;
}

function fullSheet(text: LabelText): number {
  const { sheet } = readLabels(text, 1);
  return countLabels(sheet ?? sheetCatalogue.L7160);
}

function sayAmount({ order, sheet, copies, startAt }: ReadLabels, codes: number): string {
  if (order === null || sheet === null) return "Mend the marked fields.";
  const labels = codes * copies;
  const made = copies === 1 ? countOf(codes, "code") : `${countOf(codes, "code")} × ${sayCount(copies)}`;
  return `${countOf(countLabels(sheet), "label")} a sheet, ${made}, ${countOf(countSheets(sheet, labels, startAt), "sheet")}`;
}

/** The first sheet. While the measures are wrong the last good one stays, at 35%. */
function Preview({ text, read, codes }: { text: LabelText; read: ReadLabels; codes: number }) {
  const { sheet, startAt, copies, codeMm, faults } = read;
  const isGood = sheet !== null && faults.beside === undefined && faults.codeMm === undefined;
  const drawing = useLast(
    isGood ? (
      <SheetDrawing
        sheet={sheet}
        layout={layOutLabel(sheet.label, text.beside, codeMm)}
        from={startAt - 1}
        labels={codes * copies}
        hasRuler
      />
    ) : null,
  );
  return (
    <div className="h-72 self-start bg-canvas p-4 max-md:order-first md:sticky md:top-4">
      <div className={`size-full ${isGood ? "" : "opacity-35"}`}>{drawing}</div>
    </div>
  );
}

/** What there was last, while there is nothing. */
function useLast<T>(now: T | null): T | null {
  const last = useRef(now);
  if (now !== null) last.current = now;
  return last.current;
}
