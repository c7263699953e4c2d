"use client";

import { Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { LabelsDone, LabelsMeasures, LabelsOrder, LabelsProgress } from "@/lib/prints/schema";
import {
  countLabels,
  countSheets,
  evaluateModule,
  layOutLabel,
  moduleLimits,
  sheetCatalogue,
} from "@/lib/prints/sheets";
import { Button } from "../ui/button";
import { saveFile } from "../ui/copy-or-save";
import { countOf, formatCount } from "../ui/counts";
import { Dialog, DialogActions } from "../ui/dialog";
import { Notice } from "../ui/notice";
import {
  formatModuleMm,
  type LabelText,
  labelsKey,
  type ReadLabels,
  readLabels,
  readLabelText,
  recall,
  remember,
  usualLabels,
} from "./choices";
import { LabelOptions, OwnFields } from "./label-options";
import { Printed, Printing, presentProblem, RefusalNotice, sendOrder, useJob } from "./progress";
import { SheetCards, SheetDrawing } from "./sheet-cards";

interface LabelsDialogProps {
  /** Up to 500 of the account's codes; of one alone sheets are filled. */
  ids: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

export function LabelsDialog({ ids, isOpen, onClose }: LabelsDialogProps) {
  const job = useJob<LabelsProgress, LabelsDone>();
  const close = () => {
    job.reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isSticky={job.state.step === "running"}
      isWide
      title={ids.length === 1 ? "Label sheet of this code" : `Label sheets of ${countOf(ids.length, "code")}`}
      lead="Every label is read back from the finished PDF before you get it."
    >
      <LabelsForm ids={ids} job={job} close={close} />
    </Dialog>
  );
}

interface LabelsFormProps {
  ids: readonly string[];
  job: ReturnType<typeof useJob<LabelsProgress, LabelsDone>>;
  close: () => void;
}

function LabelsForm({ ids, job: { state, start, reset }, close }: LabelsFormProps) {
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
      <DialogActions note={formatAmount(read, codes)}>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" kind="primary">
          <Printer size={16} strokeWidth={1.6} aria-hidden />
          Create PDF
        </Button>
      </DialogActions>
    </form>
  );
}

function begin(codes: number): LabelText {
  const text = recall(labelsKey, readLabelText) ?? usualLabels;
  return codes === 1 ? { ...text, copies: String(fullSheet(text)) } : text;
}

function settle(before: LabelText, after: LabelText, codes: number): LabelText {
  const isFull = codes === 1 && before.copies === String(fullSheet(before)) && after.copies === before.copies;
  return isFull ? { ...after, copies: String(fullSheet(after)) } : after;
}

function fullSheet(text: LabelText): number {
  const { sheet } = readLabels(text, 1);
  return countLabels(sheet ?? sheetCatalogue.L7160);
}

function formatAmount({ order, sheet, copies, startAt }: ReadLabels, codes: number): string {
  if (order === null || sheet === null) return "Fix the marked fields.";
  const labels = codes * copies;
  const made = copies === 1 ? countOf(codes, "code") : `${countOf(codes, "code")} × ${formatCount(copies)}`;
  return `${countOf(countLabels(sheet), "label")} per sheet, ${made}, ${countOf(countSheets(sheet, labels, startAt), "sheet")}`;
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

type Line = LabelsProgress | { done: LabelsDone; pdf: string } | { problem: object };

/** Has sheets made, tells how far they are, and hands the proved file to the browser's downloads. Throws `Refused`. */
async function fetchLabels(
  order: LabelsOrder,
  signal: AbortSignal,
  tell: (progress: LabelsProgress) => void,
): Promise<LabelsDone> {
  const answer = await sendOrder("/bulk/labels", order, signal);
  for await (const text of readLines(answer)) {
    const line = JSON.parse(text) as Line;
    if ("problem" in line) throw presentProblem(line.problem);
    if (!("done" in line)) {
      tell(line);
      continue;
    }
    const bytes = Uint8Array.from(atob(line.pdf), (sign) => sign.charCodeAt(0));
    saveFile(new Blob([bytes], { type: "application/pdf" }), line.done.fileName);
    return line.done;
  }
  throw new Error("The connection dropped before the file was complete.");
}

/** The lines of an answer while they come; the last may be megabytes long, so that its parts are joined once. */
async function* readLines(answer: Response): AsyncGenerator<string> {
  const reader = (answer.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as never)
    .getReader();
  let parts: string[] = [];
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    const [first = "", ...others] = String(step.value).split("\n");
    parts.push(first);
    for (const next of others) {
      yield parts.join("");
      parts = [next];
    }
  }
}

interface PreflightLineProps {
  measuring: Measuring;
  text: LabelText;
  read: ReadLabels;
}

function PreflightLine(props: PreflightLineProps) {
  return (
    <div className="grid min-h-16 max-md:min-h-22" aria-live="polite">
      <Verdict {...props} />
    </div>
  );
}

function Verdict({ measuring, text, read }: PreflightLineProps) {
  if (measuring.step === "failed")
    return (
      <Notice title="Not measured">
        The codes didn't load. They are measured when the sheet is created.
      </Notice>
    );
  if (measuring.step === "measuring") return <Notice title="Measuring the codes" />;
  const { finest, faults } = measuring.measures;
  const [fault] = faults;
  if (fault !== undefined) {
    return (
      <Notice tone="stop" title="Not every code can be drawn">
        {fault.message}
      </Notice>
    );
  }
  if (finest === null) return <Notice tone="stop" title="None of these codes exists any more" />;
  if (read.sheet === null || read.faults.codeMm !== undefined || read.faults.beside !== undefined)
    return <Notice title="Not measured">Fill in the fields first.</Notice>;
  const { side } = layOutLabel(read.sheet.label, text.beside, read.codeMm).code;
  const moduleMm = finest.share * side;
  const module = `The finest module is ${formatModuleMm(moduleMm)}`;
  switch (evaluateModule(moduleMm)) {
    case "ok":
      return (
        <Notice tone="ok" title="Ready to print">
          {module}. Phones need {moduleLimits.safeMm} mm.
        </Notice>
      );
    case "warn":
      return (
        <Notice tone="warn" title="Scans, with care">
          {module}, of “{finest.name}”. Phones need {moduleLimits.safeMm} mm: print it finely, or take larger
          labels.
        </Notice>
      );
    case "stop":
      return (
        <Notice tone="stop" title="Too small to scan">
          {module}, of “{finest.name}”. It needs {Math.ceil(moduleLimits.leastMm / finest.share)} mm and has{" "}
          {Math.floor(side)}.
        </Notice>
      );
  }
}

type Measuring = { step: "measuring" } | { step: "failed" } | { step: "done"; measures: LabelsMeasures };

function useMeasures(ids: readonly string[]): Measuring {
  const [measuring, setMeasuring] = useState<Measuring>({ step: "measuring" });
  const idList = ids.join(" ");
  useEffect(() => {
    const leaving = new AbortController();
    setMeasuring({ step: "measuring" });
    sendOrder("/bulk/labels/measures", { ids: idList.split(" ") }, leaving.signal)
      .then((answer) => answer.json() as Promise<LabelsMeasures>)
      .then(
        (measures) => setMeasuring({ step: "done", measures }),
        () => leaving.signal.aborted || setMeasuring({ step: "failed" }),
      );
    return () => leaving.abort();
  }, [idList]);
  return measuring;
}
