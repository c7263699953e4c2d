"use client";

import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { countOf, formatCount } from "../ui/counts";
import { Dialog, DialogActions } from "../ui/dialog";
import { Notice } from "../ui/notice";
import { Select } from "../ui/select";
import { recall, remember } from "./choices";
import { type FetchedFiles, fetchFiles } from "./fetch-files";
import { Progress, RefusalNotice, useFocus, useJob } from "./progress";

const pixelSizes = [256, 512, 1024, 2048, 4096] as const;
const printWidths = [20, 30, 40, 50, 80, 100, 150, 200] as const;
const fileFormats = ["png", "svg", "pdf"] as const;
const usualFiles: FileChoices = { formats: ["png"], size: 1024, mm: 30 };
const filesKey = "quietzone-files";

interface FilesDialogProps {
  /** Up to 500 of the account's codes. */
  ids: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

export function FilesDialog({ ids, isOpen, onClose }: FilesDialogProps) {
  const { state, start, reset } = useJob<number, FetchedFiles>();
  const isRunning = state.step === "running";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        reset();
        onClose();
      }}
      isSticky={isRunning}
      title={`Download ${countOf(ids.length, "code")}`}
      lead="One ZIP with a file for each code, and a manifest that names them."
    >
      <FilesForm ids={ids} state={state} start={start} reset={reset} onClose={onClose} />
    </Dialog>
  );
}

type FilesFormProps = Pick<FilesDialogProps, "ids" | "onClose"> &
  ReturnType<typeof useJob<number, FetchedFiles>>;

function FilesForm({ ids, state, start, reset, onClose }: FilesFormProps) {
  const [choices, setChoices] = useState<FileChoices>(() => recall(filesKey, readFileChoices) ?? usualFiles);
  const { formats, size, mm } = choices;
  const files = ids.length * formats.length;
  const download = () => {
    remember(filesKey, choices);
    const order = {
      ids: [...ids],
      formats: [...formats],
      ...(formats.includes("png") && { size }),
      ...(formats.includes("pdf") && { mm }),
    };
    return start((signal, tell) => fetchFiles(order, signal, tell));
  };
  if (state.step === "done") return <Done sentence={state.done.sentence} onClose={onClose} reset={reset} />;
  if (state.step === "running") return <Running read={state.progress ?? 0} of={files} stop={reset} />;
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (formats.length > 0) void download();
      }}
    >
      <FormatRows choices={choices} change={setChoices} />
      {state.step === "refused" && <RefusalNotice refusal={state.refusal} />}
      <DialogActions note={formats.length === 0 ? "Choose a format." : countOf(files, "file")}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" aria-disabled={formats.length === 0 || undefined}>
          <Download size={16} strokeWidth={1.6} aria-hidden />
          Download ZIP
        </Button>
      </DialogActions>
    </form>
  );
}

function Running({ read, of, stop }: { read: number; of: number; stop: () => void }) {
  const button = useFocus();
  return (
    <div className="mt-5 grid gap-4">
      <Progress label="Files received" value={read} most={of}>
        {`${formatCount(read)} of ${countOf(of, "file")}`}
      </Progress>
      <DialogActions>
        <Button ref={button} onClick={stop}>
          Stop
        </Button>
      </DialogActions>
    </div>
  );
}

function Done({ sentence, onClose, reset }: { sentence: string; onClose: () => void; reset: () => void }) {
  const button = useFocus();
  return (
    <div className="mt-5 grid gap-4">
      <div role="status">
        <Notice tone="ok" title="Download started">
          {sentence}
        </Notice>
      </div>
      <DialogActions>
        <Button onClick={reset}>Other formats</Button>
        <Button
          ref={button}
          kind="primary"
          onClick={() => {
            reset();
            onClose();
          }}
        >
          Close
        </Button>
      </DialogActions>
    </div>
  );
}

function FormatRows({ choices, change }: { choices: FileChoices; change: (choices: FileChoices) => void }) {
  const { formats, size, mm } = choices;
  const toggle = (format: FileFormat) => {
    const chosen = fileFormats.filter((known) => formats.includes(known) !== (known === format));
    change({ ...choices, formats: chosen });
  };
  const row = (format: FileFormat, controls: ReactNode) => (
    <div className="flex min-h-13 items-center gap-3 border-t border-line py-1">
      <div className="w-24 shrink-0">
        <Checkbox
          label={format.toUpperCase()}
          checked={formats.includes(format)}
          onChange={() => toggle(format)}
        />
      </div>
      <div className="min-w-0 flex-1 text-small text-ink-3">{controls}</div>
    </div>
  );
  return (
    <div className="border-b border-line">
      {row(
        "png",
        <div className="max-w-36">
          <Select
            aria-label="Size of the PNG"
            value={size}
            onChange={({ target }) => change({ ...choices, size: Number(target.value) })}
            choices={pixelSizes.map((pixels) => ({ value: String(pixels), name: `${pixels} px` }))}
          />
        </div>,
      )}
      {row("svg", "Vectors, any size")}
      {row(
        "pdf",
        <div className="max-w-36">
          <Select
            aria-label="Width of the PDF"
            value={mm}
            onChange={({ target }) => change({ ...choices, mm: Number(target.value) })}
            choices={printWidths.map((width) => ({ value: String(width), name: `${width} mm` }))}
          />
        </div>,
      )}
    </div>
  );
}

type FileFormat = (typeof fileFormats)[number];

interface FileChoices {
  formats: readonly FileFormat[];
  size: number;
  mm: number;
}

function readFileChoices(kept: unknown): FileChoices | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { formats, size, mm } = kept as Record<string, unknown>;
  const chosen = Array.isArray(formats) ? fileFormats.filter((format) => formats.includes(format)) : [];
  return {
    formats: chosen.length > 0 ? chosen : usualFiles.formats,
    size: pixelSizes.find((choice) => choice === size) ?? usualFiles.size,
    mm: printWidths.find((choice) => choice === mm) ?? usualFiles.mm,
  };
}
