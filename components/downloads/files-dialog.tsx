"use client";

import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FilesOrder } from "@/lib/prints/schema";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { saveFile } from "../ui/copy-or-save";
import { countOf, formatCount } from "../ui/counts";
import { Dialog, DialogActions } from "../ui/dialog";
import { Notice } from "../ui/notice";
import { Select } from "../ui/select";
import { recall, remember } from "./choices";
import { Progress, RefusalNotice, sendOrder, useFocus, useJob } from "./progress";

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

/** A local file header whose sizes follow its data, with a name in UTF-8 (APPNOTE 4.3.7, 4.4.4): how each of our files begins. */
const fileStart = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08];

/** The end of central directory record (APPNOTE 4.3.16), and where in it the length of the comment stands. */
const archiveEnd = [0x50, 0x4b, 0x05, 0x06];

const endLength = 22;
const longestComment = 0xffff;

class FileCounter {
  count = 0;
  /** How many bytes of the pattern the last ones are. */
  #matched = 0;

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      if (byte === fileStart[this.#matched]) this.#matched += 1;
      // The pattern's first byte stands in it once, so nothing else of what matched can begin it again.
      else this.#matched = byte === fileStart[0] ? 1 : 0;
      if (this.#matched < fileStart.length) continue;
      this.count += 1;
      this.#matched = 0;
    }
  }
}

/** Besides the pictures, and after them. */
const manifests = 2;

interface FetchedFiles {
  sentence: string;
}

/** Fetches codes as one archive, reports each file that has come, and hands the whole to the browser's downloads. */
async function fetchFiles(
  order: FilesOrder,
  signal: AbortSignal,
  tell: (files: number) => void,
): Promise<FetchedFiles> {
  const answer = await sendOrder("/bulk/files", order, signal);
  const most = order.ids.length * order.formats.length;
  const pieces: BlobPart[] = [];
  const counter = new FileCounter();
  const reader = (answer.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    pieces.push(step.value);
    counter.add(step.value);
    tell(Math.min(most, counter.count));
  }
  const archive = new Blob(pieces, { type: "application/zip" });
  const sentence = await readComment(archive);
  if (sentence === null || counter.count < manifests) throw new Error("The archive is incomplete.");
  saveFile(archive, `quietzone-codes-${new Date().toISOString().slice(0, 10)}.zip`);
  return { sentence };
}

/** The comment at the end of a whole archive; null where the end is missing. */
async function readComment(archive: Blob): Promise<string | null> {
  const tail = new Uint8Array(
    await archive.slice(Math.max(0, archive.size - endLength - longestComment)).arrayBuffer(),
  );
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (!archiveEnd.every((byte, index) => tail[at + index] === byte)) continue;
    const length = (tail[at + 20] ?? 0) + 256 * (tail[at + 21] ?? 0);
    if (at + endLength + length === tail.length)
      return new TextDecoder().decode(tail.subarray(at + endLength));
  }
  return null;
}
