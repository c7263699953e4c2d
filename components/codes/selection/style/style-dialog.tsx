"use client";

import { type FormEvent, useState } from "react";
import type { StoredCode } from "@/lib/codes/schema";
import type { ListedPreset } from "@/lib/presets/schema";
import { Button } from "../../../ui/button";
import { countOf } from "../../../ui/counts";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { RefusalNote } from "../../../ui/form/refusal-note";
import { Skeleton } from "../../../ui/skeleton";
import { SubmitButton } from "../../../ui/submit-button";
import type { ManyActions } from "../actions";
import { RunView } from "../run/run-view";
import { useAsked } from "../run/use-asked";
import { useRun } from "../run/use-run";
import { isNothingChosen, listColourFaults, orderOf, type StyleChoice, startChoice } from "./choice";
import { PresetChoice } from "./preset-choice";
import { Samples } from "./samples";
import { StyleFields } from "./style-fields";

/** As many are drawn as stand beside each other. */
const mostSamples = 4;

interface StyleDialogProps {
  ids: readonly string[];
  isOpen: boolean;
  actions: ManyActions;
  onClose: () => void;
}

/** Gives many codes another look: a preset, or what of it is chosen; shown on some of them as it is chosen. */
export function StyleDialog({ ids, isOpen, actions, onClose }: StyleDialogProps) {
  const { told, refusal } = useAsked(() => actions.readLooks(ids.slice(0, mostSamples)));
  const [choice, setChoice] = useState(startChoice);
  const run = useRun<string>({ send: (lot) => actions.restyleCodes(lot, orderOf(choice)), onDone: onClose });
  const isIdle = run.state.phase === "idle";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={run.state.phase === "running" ? run.stop : onClose}
      isSticky
      isWide
      title={`Change the style of ${countOf(ids.length, "code")}`}
      lead={isIdle && "What is printed keeps its look, and goes on working."}
    >
      <RefusalNote refusal={refusal} />
      {!isIdle && <RunView run={run} onClose={onClose} />}
      {isIdle && refusal === null && (
        <StyleForm
          told={told}
          count={ids.length}
          choice={choice}
          setChoice={setChoice}
          readPreset={actions.readPreset}
          onClose={onClose}
          onStart={() => run.start(ids)}
        />
      )}
    </Dialog>
  );
}

interface StyleFormProps {
  told: { samples: StoredCode[]; presets: ListedPreset[] } | undefined;
  count: number;
  choice: StyleChoice;
  setChoice: (choice: StyleChoice) => void;
  readPreset: ManyActions["readPreset"];
  onClose: () => void;
  onStart: () => void;
}

function StyleForm({ told, count, choice, setChoice, readPreset, onClose, onStart }: StyleFormProps) {
  const [fault, setFault] = useState<string | null>(null);
  const faults = listColourFaults(choice);
  const change = (part: Partial<StyleChoice>) => {
    setFault(null);
    setChoice({ ...choice, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNothingChosen(choice)) setFault("Choose a preset, or what of the style is to change.");
    else if (Object.keys(faults).length === 0) onStart();
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-3">
      {fault !== null && <RefusalNote refusal={{ sentence: fault }} />}
      <div className="min-h-33 max-md:min-h-24">
        {told === undefined ? (
          <div className="grid grid-cols-4 gap-3 md:grid-cols-[repeat(4,6.5rem)] md:gap-4">
            {Array.from({ length: Math.min(count, mostSamples) }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are their places.
              <Skeleton key={place} className="aspect-square" />
            ))}
          </div>
        ) : (
          <Samples samples={told.samples} choice={choice} />
        )}
      </div>
      {told === undefined ? (
        <Skeleton className="h-26" />
      ) : (
        <PresetChoice presets={told.presets} choice={choice} change={change} readPreset={readPreset} />
      )}
      <StyleFields choice={choice} faults={faults} change={change} />
      <DialogActions note="Each is read back before it is stored; one that would not scan stays as it is.">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton isBusy={false} busyWord="Changing">
          Change {countOf(count, "code")}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
