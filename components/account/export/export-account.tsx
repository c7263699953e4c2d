"use client";

import { useRef, useState } from "react";
import type { ExportKind } from "@/lib/exports/schema";
import { saveFile } from "../../codes/desk/code-files";
import { Button, buttonClasses } from "../../ui/button";
import { ChoiceCard } from "../../ui/choice-card";
import { Dialog, DialogActions } from "../../ui/dialog";
import type { Refusal } from "../../ui/form/answer";
import { RefusalNote } from "../../ui/form/refusal-note";
import { SubmitButton } from "../../ui/submit-button";
import { addressOf, findRefusal } from "./ask-server";
import { ExportReading } from "./export-reading";
import { useProgress } from "./use-progress";

const choices: { kind: ExportKind; title: string; meaning: string }[] = [
  {
    kind: "everything",
    title: "Everything",
    meaning: "Codes with their pictures, looks, scans, keys, webhooks, the log, and the redirect map.",
  },
  {
    kind: "without-scans",
    title: "Everything but single scans",
    meaning: "The same and much smaller: scans as counts of each day.",
  },
  {
    kind: "redirect-map",
    title: "The redirect map alone",
    meaning:
      "Where each printed code leads, as a table and for nginx, so that codes can outlive this service.",
  },
];

/** Takes along what the account holds: chosen in a dialog, saved by the browser, and told how far it is. */
export function ExportAccount() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={buttonClasses({ kind: "secondary" })} onClick={() => setOpen(true)}>
        Export
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Export what this account holds"
        lead="One ZIP of CSV, JSON and pictures, with a README. No password, secret or value of a key is in it."
      >
        <ExportForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ExportForm({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<ExportKind>("everything");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isAsking, setAsking] = useState(false);
  const isStarted = useRef(false);
  const { progress, follow } = useProgress();
  const isUnderWay = progress?.state === "under_way";

  const begin = async () => {
    if (isStarted.current || isUnderWay) return;
    isStarted.current = true;
    setAsking(true);
    const refused = await findRefusal(kind);
    setRefusal(refused);
    if (refused === null) {
      saveFile(addressOf(kind));
      follow();
    }
    setAsking(false);
    isStarted.current = false;
  };
  return (
    <form
      className="mt-5 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">What to export</legend>
        {choices.map(({ kind: value, title, meaning }) => (
          <ChoiceCard
            key={value}
            name="include"
            value={value}
            title={title}
            isChosen={kind === value}
            onChoose={() => setKind(value)}
          >
            {meaning}
          </ChoiceCard>
        ))}
      </fieldset>
      <RefusalNote refusal={refusal} />
      <ExportReading progress={progress} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <SubmitButton isBusy={isAsking || isUnderWay} busyWord={isUnderWay ? "Exporting" : "Asking"}>
          Download ZIP
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
