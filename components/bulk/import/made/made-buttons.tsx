"use client";

import { Download, Printer } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Import } from "@/lib/imports/schema";
import { Button, buttonClasses } from "../../../ui/button";
import { countOf } from "../../../ui/counts";
import { callSafely } from "../../../ui/form/call-safely";
import { say, sayUndo } from "../../../ui/say";
import type { MadeActions } from "./actions";
import { UndoDialog } from "./undo-dialog";

const FilesDialog = dynamic(() =>
  import("../../../prints/files-dialog").then((loaded) => loaded.FilesDialog),
);
const LabelsDialog = dynamic(() =>
  import("../../../prints/labels-dialog").then((loaded) => loaded.LabelsDialog),
);

interface MadeButtonsProps {
  shown: Import;
  actions: Pick<MadeActions, "takeBack" | "bringBack">;
  hasBulk: boolean;
}

type Doing = "files" | "labels" | "undo";

/** What is done next with the codes of an import, as far as they are still there. */
export function MadeButtons({ shown, actions, hasBulk }: MadeButtonsProps) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const [asked, setAsked] = useState<ReadonlySet<Doing>>(new Set());
  const { codeIds, undoUntil } = shown;
  const open = (what: Doing) => {
    setAsked((known) => new Set([...known, what]));
    setDoing(what);
  };
  const dialog = (what: Doing) => ({ isOpen: doing === what, onClose: () => setDoing(null) });
  if (codeIds.length === 0) {
    return (
      <p className="mt-4">
        <Link href="/bulk" prefetch={false} className={buttonClasses({ kind: "primary" })}>
          Import another file
        </Link>
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
      <Link href="/codes" prefetch={false} className={buttonClasses({ kind: "secondary" })}>
        See the codes
      </Link>
      {undoUntil !== null && (
        <Button kind="ghost" onClick={() => open("undo")}>
          Undo import
        </Button>
      )}
      {asked.has("files") && <FilesDialog ids={codeIds} {...dialog("files")} />}
      {asked.has("labels") && <LabelsDialog ids={codeIds} {...dialog("labels")} />}
      {asked.has("undo") && <Undoing shown={shown} actions={actions} {...dialog("undo")} />}
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
  const undo = async () => {
    const answer = await callSafely(() => actions.bringBack(shown.id));
    if (answer === null) return;
    if ("refusal" in answer) say.fault(answer.refusal.sentence ?? "They were not brought back.");
    else say.done(`${countOf(answer.done.count, "code")} ${answer.done.count === 1 ? "is" : "are"} back.`);
    router.refresh();
  };
  const takeBack = async () => {
    setBusy(true);
    const answer = await callSafely(() => actions.takeBack(shown.id));
    setBusy(false);
    onClose();
    if (answer === null) return;
    if ("refusal" in answer) return say.fault(answer.refusal.sentence ?? "Nothing was deleted.");
    const { count, until } = answer.done;
    sayUndo(`${countOf(count, "code")} ${count === 1 ? "is" : "are"} deleted.`, undo, until);
    router.refresh();
  };
  return (
    <UndoDialog
      count={shown.codeIds.length}
      scans={shown.scans}
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={onClose}
      onUndo={() => void takeBack()}
    />
  );
}
