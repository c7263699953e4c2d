"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLeaveGuard } from "../editor/unsaved-changes";
import { PageHeader } from "../shell/page-header";
import { Button } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { loadLater } from "../ui/load-later";
import { CheckStep } from "./check/check-step";
import { loadJudge } from "./check/use-lines";
import { FileStep, type Given } from "./file-step";
import { guessColumns, guessHeading, guessTypeForAll, makeRows, type Plan, readColumn } from "./make-rows";
import { type Delimiter, makeTable, parseTable, type Table } from "./read-table";
import type { ImportProps, Row } from "./row";
import { type Step, StepMarks } from "./step-marks";

const loadColumns = () => import("./columns-step").then((loaded) => loaded.ColumnsStep);
const ColumnsStep = loadLater(loadColumns);

interface OpenFile {
  given: Given;
  table: Table;
  /** Why the sheet that was chosen last is not shown. */
  fault: string | null;
}

/** From a file to its codes. All of it is in this page until the last step, and is asked about when one leaves. */
export function ImportFlow({ children, ...props }: ImportProps & { children: ReactNode }) {
  const { actions, presets, room, hasOwnDefault, start } = props;
  const router = useRouter();
  const [file, setFile] = useState<OpenFile | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [presetId, setPresetId] = useState<string | null>(null);
  const [checking, setChecking] = useState<{
    name: string;
    rows: readonly Row[];
    columns: number | null;
  } | null>(start === null ? null : { ...start, columns: null });
  const [isEdited, setEdited] = useState(false);
  const [next, setNext] = useState<(() => void) | null>(null);
  const guard = useLeaveGuard(file !== null || checking !== null);
  const noteEdited = useCallback(() => setEdited(true), []);

  const open = async (given: Given, delimiter?: Delimiter): Promise<string | null> => {
    const [table] = await Promise.all([readTable(given, delimiter), loadColumns()]);
    if ("refusal" in table) return table.refusal;
    setFile({ given, table, fault: null });
    setPlan(makePlan(table, guessHeading(table)));
    void loadJudge().catch(() => {});
    return null;
  };
  const openSheet = async (from: OpenFile, sheet: number) => {
    const fault = "workbook" in from.given ? await open({ ...from.given, sheet }) : null;
    if (fault !== null) setFile({ ...from, fault });
  };
  const startOver = () => {
    setFile(null);
    setPlan(null);
    setChecking(null);
    setEdited(false);
  };
  // Corrections would be lost, so the page asks first; a file that was only read is discarded.
  const ask = (go: () => void) => (isEdited ? setNext(() => go) : go());
  const backToColumns = () => {
    setChecking(null);
    setEdited(false);
  };
  const step: Step = checking !== null ? "Check" : file !== null ? "Columns" : "File";
  useTopOf(step);
  const onBack: [Step, () => void][] = [["File", () => ask(startOver)]];
  if (file !== null) onBack.push(["Columns", () => ask(backToColumns)]);
  return (
    <>
      <PageHeader
        title="Import codes"
        filters={<StepMarks step={step} onBack={onBack} />}
        {...(step !== "File" && {
          actions: (
            <Button kind="ghost" onClick={() => ask(startOver)}>
              Start over
            </Button>
          ),
        })}
      />
      {checking !== null ? (
        <CheckStep
          {...{ actions, room, hasOwnDefault, presetId, ...checking }}
          onEdited={noteEdited}
          onCreated={(id) => guard.pass(() => router.push(`/bulk/${id}`))}
        />
      ) : file !== null && plan !== null ? (
        <ColumnsStep
          {...{ file, plan, presets, presetId }}
          onPlan={setPlan}
          onPreset={setPresetId}
          onDelimiter={(delimiter) => void open(file.given, delimiter)}
          onSheet={(sheet) => void openSheet(file, sheet)}
          onHeading={(hasHeading) => setPlan(makePlan(file.table, hasHeading))}
          onOther={startOver}
          onDone={() =>
            setChecking({
              name: file.given.name,
              rows: makeRows(file.table, plan),
              columns: plan.mapping.filter((field) => field !== null).length,
            })
          }
        />
      ) : (
        <FileStep onGiven={(given) => open(given)}>{children}</FileStep>
      )}
      <AskDialog
        isOpen={next !== null}
        title="Start over?"
        lead="Your corrections here are not kept."
        stay="Keep editing"
        go="Start over"
        onStay={() => setNext(null)}
        onGo={() => {
          next?.();
          setNext(null);
        }}
      />
      <AskDialog
        isOpen={guard.isAsking}
        title="Leave this import?"
        lead="Nothing is stored yet, and the rows are not kept here."
        stay="Stay"
        go="Leave"
        onStay={guard.stay}
        onGo={guard.leave}
      />
    </>
  );
}

function useTopOf(step: Step): void {
  const known = useRef(step);
  useEffect(() => {
    if (known.current === step) return;
    known.current = step;
    document.getElementById("main")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [step]);
}

async function readTable(given: Given, delimiter?: Delimiter): Promise<Table | { refusal: string }> {
  if ("text" in given) {
    if (/^\uFEFF?\s*[[{]/.test(given.text)) {
      const { readCodes } = await import("./read-codes");
      const codes = readCodes(given.text);
      if (codes !== null) return codes;
    }
    const { default: Papa } = await import("papaparse");
    return parseTable(Papa.parse, given.text, delimiter);
  }
  const { workbook, sheet } = given;
  const rows = await workbook.read(sheet);
  const table = "refusal" in rows ? rows : makeTable(rows, null);
  const isOne = workbook.sheets.length === 1;
  return "refusal" in table && !isOne
    ? { refusal: `Sheet “${workbook.sheets[sheet]}”: ${table.refusal}` }
    : table;
}

function makePlan(table: Table, hasHeading: boolean): Plan {
  const mapping = guessColumns(table, hasHeading);
  const content = mapping.indexOf("content");
  const contents = content === -1 ? [] : readColumn(table.lines.slice(Number(hasHeading)), content);
  const type = guessTypeForAll(mapping, contents);
  return { hasHeading, mapping, type, isDynamic: true, namePattern: "Table {row}" };
}

interface AskDialogProps {
  isOpen: boolean;
  title: string;
  lead: string;
  stay: string;
  go: string;
  onStay: () => void;
  onGo: () => void;
}

function AskDialog({ isOpen, title, lead, stay, go, onStay, onGo }: AskDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog isOpen={isOpen} onClose={onStay} title={title} lead={lead} firstFocus={safe}>
      <div className="mt-6">
        <DialogActions>
          <Button ref={safe} onClick={onStay}>
            {stay}
          </Button>
          <Button kind="danger" onClick={onGo}>
            {go}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
