"use client";

import { Download, Printer } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Import, ImportProgress } from "@/lib/imports/schema";
import { Button } from "../ui/button";
import { countOf, formatCount } from "../ui/counts";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextField } from "../ui/field";
import type { Answer, Refusal } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { RefusalNote } from "../ui/form/refusal-note";
import { ButtonLink, TextLink } from "../ui/links";
import { loadLater } from "../ui/load-later";
import { Spinner } from "../ui/spinner";
import { showUndo, toast } from "../ui/toast";

/** After a refusal it waits so long, twice as long each time. */
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** An import under way. As long as somebody watches, this page moves it on; else the service does. */
export function ImportRunning({ start, moveOn }: { start: ImportProgress; moveOn: MadeActions["moveOn"] }) {
  const { progress, refusal } = useProgress(start, moveOn);
  const { total, done, made } = progress;
  const refused = done - made;
  return (
    <section className="page-x py-10" aria-label="Progress">
      <p className="text-reading">
        {formatCount(done)} <span className="text-title text-ink-3">of {countOf(total, "row")}</span>
      </p>
      <div
        role="progressbar"
        aria-label="Rows that are done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={`${done} of ${total} rows`}
        className="mt-4 h-2 w-full max-w-3xl border border-line-strong bg-surface"
      >
        <div
          className="h-full bg-accent transition-[width] duration-240 motion-reduce:transition-none forced-colors:bg-[Highlight]"
          style={{ width: `${total === 0 ? 100 : (done / total) * 100}%` }}
        />
      </div>
      <p className="mt-4 text-body text-ink-2">
        {countOf(made, "code")} made{refused > 0 && `, ${countOf(refused, "row")} refused`}.
      </p>
      <p className="mt-2 max-w-[66ch] text-body text-ink-2">
        You can leave this page or close the tab: the import continues, and this page shows its progress. It
        is listed in <TextLink href="/bulk">Bulk</TextLink>.
      </p>
      {refusal !== null && (
        <div className="mt-4 max-w-3xl">
          <RefusalNote refusal={refusal} />
        </div>
      )}
    </section>
  );
}

function useProgress(start: ImportProgress, moveOn: MadeActions["moveOn"]) {
  const router = useRouter();
  const [progress, setProgress] = useState(start);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { id } = start;
  useEffect(() => {
    let isLeft = false;
    const drive = async () => {
      for (let waitMs = firstWaitMs; !isLeft; ) {
        const answer = await callSafely(
          () => moveOn(id),
          "The connection dropped. The import continues on its own.",
        );
        if (isLeft || answer === null) return;
        if ("done" in answer) {
          setProgress(answer.done);
          setRefusal(null);
          waitMs = firstWaitMs;
          if (answer.done.isFinished) return router.refresh();
        } else {
          setRefusal(answer.refusal);
          await new Promise((resolve) => setTimeout(resolve, waitMs));
          waitMs = Math.min(longestWaitMs, waitMs * 2);
        }
      }
    };
    void drive();
    return () => {
      isLeft = true;
    };
  }, [id, moveOn, router]);
  return { progress, refusal };
}

/** From so many scans on, somebody has printed them: the number of codes is typed. */
const busyScans = 100;

const FilesDialog = loadLater(() => import("../downloads/files-dialog").then((loaded) => loaded.FilesDialog));

const LabelsDialog = loadLater(() =>
  import("../downloads/labels-dialog").then((loaded) => loaded.LabelsDialog),
);

interface MadeButtonsProps {
  shown: Import;
  actions: Pick<MadeActions, "undo" | "restore">;
  hasBulk: boolean;
}

type Doing = "files" | "labels" | "undo";

export function MadeButtons({ shown, actions, hasBulk }: MadeButtonsProps) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<Doing>>(new Set());
  const { codeIds, undoUntil } = shown;
  const open = (what: Doing) => {
    setOpened((known) => new Set([...known, what]));
    setDoing(what);
  };
  const dialog = (what: Doing) => ({ isOpen: doing === what, onClose: () => setDoing(null) });
  if (codeIds.length === 0) {
    return (
      <p className="mt-4">
        <ButtonLink href="/bulk" kind="primary">
          Import another file
        </ButtonLink>
      </p>
    );
  }
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {hasBulk && (
        <>
          <Button kind="primary" onClick={() => open("files")}>
            <Download size={16} strokeWidth={1.6} aria-hidden />
            Download files
          </Button>
          <Button onClick={() => open("labels")}>
            <Printer size={16} strokeWidth={1.6} aria-hidden />
            Label sheet
          </Button>
        </>
      )}
      <ButtonLink href="/codes">See the codes</ButtonLink>
      {undoUntil !== null && (
        <Button kind="ghost" onClick={() => open("undo")}>
          Undo import
        </Button>
      )}
      {opened.has("files") && <FilesDialog ids={codeIds} {...dialog("files")} />}
      {opened.has("labels") && <LabelsDialog ids={codeIds} {...dialog("labels")} />}
      {opened.has("undo") && <Undoing shown={shown} actions={actions} {...dialog("undo")} />}
    </div>
  );
}

interface UndoingProps extends Pick<MadeButtonsProps, "shown" | "actions"> {
  isOpen: boolean;
  onClose: () => void;
}

function Undoing({ shown, actions, isOpen, onClose }: UndoingProps) {
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    const answer = await callSafely(() => actions.restore(shown.id));
    if (answer === null) return;
    if ("refusal" in answer) toast.fault(answer.refusal.sentence ?? "They weren't restored.");
    else
      toast.done(`${countOf(answer.done.count, "code")} ${answer.done.count === 1 ? "is" : "are"} restored.`);
    router.refresh();
  };
  const undo = async () => {
    setBusy(true);
    const answer = await callSafely(() => actions.undo(shown.id));
    setBusy(false);
    onClose();
    if (answer === null) return;
    if ("refusal" in answer) return toast.fault(answer.refusal.sentence ?? "Nothing was deleted.");
    const { count, until } = answer.done;
    showUndo(`${countOf(count, "code")} ${count === 1 ? "is" : "are"} deleted.`, restore, until);
    router.refresh();
  };
  return (
    <UndoDialog
      count={shown.codeIds.length}
      scans={shown.scans}
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={onClose}
      onUndo={() => void undo()}
    />
  );
}

interface UndoDialogProps {
  count: number;
  scans: number;
  isOpen: boolean;
  isBusy: boolean;
  onClose: () => void;
  onUndo: () => void;
}

function UndoDialog({ count, scans, isOpen, isBusy, onClose, onUndo }: UndoDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const [fault, setFault] = useState<string>();
  const isAsked = scans >= busyScans;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("count");
    if (isAsked && String(typed).trim() !== String(count)) return setFault(`Type ${count} to delete them.`);
    if (!isBusy) onUndo();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete the ${countOf(count, "code")} of this import?`}
      lead={`${formatScans(scans)} Every printed copy of a dynamic code will open a page that says the code is gone.`}
      firstFocus={safe}
    >
      <form onSubmit={submit} className="mt-6 grid gap-4" noValidate>
        {isAsked && (
          <TextField
            id="undo-count"
            name="count"
            label={`Type ${count} to delete them`}
            inputMode="numeric"
            autoComplete="off"
            fault={fault}
          />
        )}
        <DialogActions>
          <Button ref={safe} onClick={onClose}>
            Keep them
          </Button>
          <Button type="submit" kind="danger" aria-disabled={isBusy} data-busy={isBusy ? "" : undefined}>
            {isBusy && <Spinner />}
            {isBusy ? "Deleting" : "Delete them"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function formatScans(scans: number): string {
  if (scans === 0) return "None has been scanned yet.";
  return scans === 1 ? "One has been scanned once." : `They were scanned ${formatCount(scans)} times.`;
}

/** What the page of an import asks of the server; each asks by itself who is signed in. */
export interface MadeActions {
  moveOn: (id: string) => Promise<Answer<ImportProgress>>;
  undo: (id: string) => Promise<Answer<{ until: string; count: number }>>;
  restore: (id: string) => Promise<Answer<{ count: number }>>;
}
