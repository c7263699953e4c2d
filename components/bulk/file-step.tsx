"use client";

import { Download, FileUp } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { maxFileBytes, maxImportRows } from "@/lib/imports/schema";
import { CropMarks } from "../codes/qr-sheet";
import { Button } from "../ui/button";
import { saveFile } from "../ui/copy-or-save";
import { TextAreaField } from "../ui/field";
import { Notice } from "../ui/notice";
import { Spinner } from "../ui/spinner";
import { formatTooLarge, isZip, readBytes } from "./read-table";
import type { Workbook } from "./read-workbook";

/** Rows as text, or a workbook with the sheet that they are in, counted from 0. */
export type Given = { name: string } & (
  | { text: string; encoding: string | null }
  | { workbook: Workbook; sheet: number }
);

interface FileStepProps {
  onGiven: (given: Given) => Promise<string | null>;
  children: ReactNode;
}

export function FileStep({ onGiven, children }: FileStepProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = async (read: () => Promise<Given | { refusal: string }>) => {
    setBusy(true);
    setFault(null);
    try {
      const given = await read();
      setFault("refusal" in given ? given.refusal : await onGiven(given));
    } catch {
      setFault("The file couldn't be read. Close it in other programs, then choose it again.");
    } finally {
      setBusy(false);
      if (input.current !== null) input.current.value = "";
    }
  };
  const takeFiles = (files: readonly File[]) => take(() => readFiles(files));
  const isOver = useDrop(takeFiles, (text) =>
    take(async () => ({ name: "Dropped rows", text, encoding: null })),
  );
  return (
    <div className={`bench flex flex-1 flex-col bg-canvas ${isOver ? "bg-accent-tint!" : ""}`}>
      <div className="page-x flex flex-wrap items-start gap-x-16 gap-y-10 py-10">
        <div className="w-full max-w-[26rem] lg:w-[26rem]">
          <div className="max-md:px-2">
            <CropMarks tone="text-accent">
              <DropFrame isOver={isOver} isBusy={isBusy} onChoose={() => input.current?.click()} />
            </CropMarks>
          </div>
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,.json,application/json,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            className="sr-only"
            tabIndex={-1}
            aria-hidden
            onChange={({ target }) => void takeFiles([...(target.files ?? [])])}
          />
          <div className="mt-8 grid gap-3">
            {fault !== null && (
              <Notice
                tone="stop"
                title={fault === lostTemplate ? "No template" : "Couldn't read this file"}
                isAlert
              >
                {fault}
              </Notice>
            )}
            <p className="text-small text-ink-3">
              At most {maxImportRows} rows and 2 MB; the template has one of each of the seven types. Nothing
              is stored before the last step. Columns called tags, note, archived, public image, slug and
              domain are optional; commas separate tags, a slug is the end of a dynamic code's short link, and
              a domain is a host name, or “service” for this service's own. Exported codes can be imported
              unchanged.
            </p>
            <p>
              <Button onClick={() => saveTemplate().catch(() => setFault(lostTemplate))}>
                <Download size={16} strokeWidth={1.6} aria-hidden />
                Template (CSV)
              </Button>
            </p>
          </div>
        </div>
        <PasteForm
          isBusy={isBusy}
          onPaste={(text) => take(async () => ({ name: "Pasted rows", text, encoding: null }))}
        />
      </div>
      {children}
    </div>
  );
}

const lostTemplate = "The service can't be reached. Try again.";

async function saveTemplate(): Promise<void> {
  const { writeTemplate } = await import("./template");
  saveFile(new Blob([writeTemplate()], { type: "text/csv" }), "quietzone-template.csv");
}

function DropFrame({ isOver, isBusy, onChoose }: { isOver: boolean; isBusy: boolean; onChoose: () => void }) {
  return (
    <div className="grid min-h-44 place-items-center content-center gap-4 border border-dashed border-mark px-6 py-8 text-center">
      <FileUp size={24} strokeWidth={1.6} className="text-accent" aria-hidden />
      <p className="text-heading">
        {isOver ? "Drop it here" : "Drop a CSV, Excel or JSON file on this page"}
      </p>
      <Button
        kind="primary"
        shape="large"
        onClick={isBusy ? undefined : onChoose}
        aria-disabled={isBusy}
        data-busy={isBusy ? "" : undefined}
      >
        {isBusy && <Spinner />}
        {isBusy ? "Reading" : "Choose a file"}
      </Button>
    </div>
  );
}

function PasteForm({ isBusy, onPaste }: { isBusy: boolean; onPaste: (text: string) => Promise<void> }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get("rows");
    if (!isBusy) void onPaste(typeof text === "string" ? text : "");
  };
  return (
    <form onSubmit={submit} className="grid w-full max-w-[36rem] min-w-0 flex-1 basis-80 gap-3">
      <TextAreaField
        id="paste-rows"
        name="rows"
        label="Or paste rows"
        rows={7}
        spellCheck={false}
        wrap="off"
        hint="Copied from a spreadsheet, with or without a heading."
      />
      <p>
        <Button type="submit">Use these rows</Button>
      </p>
    </form>
  );
}

async function readFiles([file, ...others]: readonly File[]): Promise<Given | { refusal: string }> {
  if (file === undefined) return { refusal: "You didn't drop a file. Drop a CSV, Excel or JSON file." };
  if (others.length > 0) return { refusal: "Those are several files. Import them one by one." };
  // Before it is read: it may be larger than the memory.
  if (file.size > maxFileBytes) return { refusal: formatTooLarge(file.size) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = nameOf(file);
  if (isZip(bytes)) {
    const { findSheet, openWorkbook } = await import("./read-workbook");
    const workbook = await openWorkbook(bytes);
    return "refusal" in workbook ? workbook : { name, workbook, sheet: await findSheet(workbook) };
  }
  const read = readBytes(bytes);
  return "refusal" in read ? read : { name, ...read };
}

function nameOf({ name }: File): string {
  const kept = [...name.replace(/[\p{Cc}\p{Cs}]/gu, "")].slice(-200).join("");
  return kept === "" ? "File" : kept;
}

function useDrop(onFiles: (files: readonly File[]) => void, onText: (text: string) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef({ onFiles, onText });
  take.current = { onFiles, onText };
  useEffect(() => {
    // Each element on the way says that it is entered and left.
    let depth = 0;
    const move = (event: DragEvent, by: number) => {
      if (!isTaken(event)) return;
      event.preventDefault();
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const enter = (event: DragEvent) => move(event, 1);
    const leave = (event: DragEvent) => move(event, -1);
    const over = (event: DragEvent) => move(event, 0);
    const drop = (event: DragEvent) => {
      if (!isTaken(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      const text = event.dataTransfer?.getData("text/plain") ?? "";
      if (files.length > 0 || text === "") take.current.onFiles(files);
      else take.current.onText(text);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    for (const [name, listener] of Object.entries(listeners))
      addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        removeEventListener(name, listener as EventListener);
    };
  }, []);
  return isOver;
}

function isTaken({ dataTransfer, target }: DragEvent): boolean {
  const kinds = dataTransfer?.types ?? [];
  if (kinds.includes("Files")) return true;
  const isField = target instanceof Element && target.closest("input, textarea") !== null;
  return kinds.includes("text/plain") && !isField;
}
