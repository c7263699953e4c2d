"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button";
import { countOf, sayCount } from "../ui/counts";
import { Dialog, DialogActions } from "../ui/dialog";
import { Notice } from "../ui/notice";
import { type FileChoices, filesKey, readFileChoices, usualFiles } from "./files/choices";
import { type FetchedFiles, fetchFiles } from "./files/fetch-files";
import { FormatRows } from "./files/format-rows";
import { Progress } from "./progress";
import { RefusalNotice } from "./refusal";
import { recall, remember } from "./remember";
import { useFocus } from "./use-focus";
import { useJob } from "./use-job";

interface FilesDialogProps {
  /** Up to 500 of the account's codes. */
  ids: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

/** Many codes as files: in which formats, how large; then one archive with a manifest. */
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
      <Progress label="Files that have come" value={read} most={of}>
        {`${sayCount(read)} of ${countOf(of, "file")}`}
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
        <Notice tone="ok" title="The download has begun">
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
