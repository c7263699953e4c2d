"use client";

import { type FormEvent, useMemo, useState } from "react";
import type { StoredCode } from "@/lib/codes/schema";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import { type DrawnPreset, PresetButton, usePresets } from "../../editor/presets";
import { buildCode } from "../../qr-builder/draft/build-code";
import { type Draft, emptyFields } from "../../qr-builder/draft/draft";
import { openLook } from "../../qr-builder/draft/open-content";
import { largestSize } from "../../qr-builder/draft/read-settings";
import { Button, SubmitButton } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { countOf } from "../../ui/counts";
import { Dialog, DialogActions } from "../../ui/dialog";
import { useAnswer } from "../../ui/form/call-safely";
import { RefusalNote } from "../../ui/form/refusal-note";
import { Skeleton } from "../../ui/skeleton";
import type { ManyActions } from "../actions";
import { QrSheet } from "../qr-sheet";
import { RunView, useReplaced, useRun } from "./run-view";
import {
  isNothingChosen,
  keep,
  layChoice,
  listColourFaults,
  orderOf,
  type StyleChoice,
  StyleFields,
  startChoice,
} from "./style-fields";

/** As many are drawn as stand beside each other. */
const mostSamples = 4;

interface StyleDialogProps {
  ids: readonly string[];
  isOpen: boolean;
  actions: ManyActions;
  onClose: () => void;
}

export function StyleDialog({ ids, isOpen, actions, onClose }: StyleDialogProps) {
  const { data, refusal } = useAnswer(() => actions.readLooks(ids.slice(0, mostSamples)));
  const [choice, setChoice] = useState(startChoice);
  const run = useRun<string>({
    what: "Change style.",
    actions,
    send: (lot) => actions.restyleCodes(lot, orderOf(choice)),
    back: (changed) => ({
      kind: "style",
      list: changed.flatMap(({ id, version }) => (version === undefined ? [] : { id, version })),
    }),
    onDone: onClose,
  });
  const isIdle = run.state.phase === "idle";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={run.state.phase === "running" ? run.stop : onClose}
      isSticky
      isWide
      title={`Change the style of ${countOf(ids.length, "code")}`}
      lead={isIdle && "Printed copies keep their look and keep working."}
    >
      <RefusalNote refusal={refusal} />
      {!isIdle && <RunView run={run} onClose={onClose} />}
      {isIdle && refusal === null && (
        <StyleForm
          data={data}
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
  data: { samples: StoredCode[]; presets: ListedPreset[] } | undefined;
  count: number;
  choice: StyleChoice;
  setChoice: (choice: StyleChoice) => void;
  readPreset: ManyActions["readPreset"];
  onClose: () => void;
  onStart: () => void;
}

function StyleForm({ data, count, choice, setChoice, readPreset, onClose, onStart }: StyleFormProps) {
  const [fault, setFault] = useState<string | null>(null);
  const faults = listColourFaults(choice);
  const replaced = useReplaced();
  const change = (part: Partial<StyleChoice>) => {
    setFault(null);
    setChoice({ ...choice, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNothingChosen(choice)) setFault("Choose a preset, or the parts of the style to change.");
    else if (Object.keys(faults).length === 0) onStart();
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-3">
      {fault !== null && <RefusalNote refusal={{ sentence: fault }} />}
      <div className="min-h-33 max-md:min-h-24">
        {data === undefined ? (
          <div className="grid grid-cols-4 gap-3 md:grid-cols-[repeat(4,6.5rem)] md:gap-4">
            {Array.from({ length: Math.min(count, mostSamples) }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are their places.
              <Skeleton key={place} className="aspect-square" />
            ))}
          </div>
        ) : (
          <Samples samples={data.samples} choice={choice} />
        )}
      </div>
      {data === undefined ? (
        <Skeleton className="h-26" />
      ) : (
        <PresetChoice presets={data.presets} choice={choice} change={change} readPreset={readPreset} />
      )}
      <StyleFields choice={choice} faults={faults} change={change} />
      <DialogActions
        note={
          replaced ??
          "Every new picture is checked. A code that would not scan with this style stays as it is."
        }
      >
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton isBusy={false} busyWord="Changing" label={`Change ${countOf(count, "code")}`} />
      </DialogActions>
    </form>
  );
}

/** Some of the codes as they would look, drawn as the editor draws them; one that can't be is as it is, with the reason. */
function Samples({ samples, choice }: { samples: readonly StoredCode[]; choice: StyleChoice }) {
  return (
    <ul aria-label="Some of them" className="grid grid-cols-4 gap-3 md:grid-cols-[repeat(4,6.5rem)] md:gap-4">
      {samples.map((sample) => (
        <Sample key={sample.id} sample={sample} choice={choice} />
      ))}
    </ul>
  );
}

function Sample({ sample, choice }: { sample: StoredCode; choice: StyleChoice }) {
  const { name, shortUrl } = sample;
  const draft = useMemo(() => openSample(sample), [sample]);
  const draw = (each: Draft) => buildCode(each, { shortUrl, maxSize: largestSize.stored });
  const { built, faults } = draw({ ...draft, look: layChoice(draft.look, choice) });
  const fault = built === null ? (Object.values(faults)[0] ?? "It can't be drawn like this.") : null;
  const shown = built ?? draw(draft).built;
  return (
    <li className="min-w-0">
      {shown === null ? (
        <div className="aspect-square w-full bg-paper shadow-paper" />
      ) : (
        <QrSheet svg={shown.svg} name={`QR code for ${name}`} faded={fault !== null} />
      )}
      <p className="mt-1.5 truncate text-small">{name}</p>
      {fault !== null && <p className="text-tiny text-stop">{fault}</p>}
    </li>
  );
}

/** As it is stored: its content is drawn to the byte, whatever a form would make of it. */
function openSample({ type, content, settings }: StoredCode): Draft {
  return { ...emptyFields, raw: content, tab: type, look: openLook(settings as Settings) };
}

interface PresetChoiceProps {
  presets: readonly ListedPreset[];
  choice: StyleChoice;
  change: (part: Partial<StyleChoice>) => void;
  readPreset: ManyActions["readPreset"];
}

function PresetChoice({ presets, choice, change, readPreset }: PresetChoiceProps) {
  const { all, open } = usePresets(presets, window.location.origin, readPreset);
  const hasLogo = choice.preset?.settings.logo?.enabled === true;
  const letGo = () => change({ preset: null, ...(choice.logo === "preset" && { logo: keep }) });
  const press = (preset: DrawnPreset) => {
    if (choice.preset?.id === preset.id) return letGo();
    void open(preset, (settings) =>
      change({ preset: { id: preset.id, settings }, ...(choice.logo === "preset" && { logo: keep }) }),
    );
  };
  return (
    <div>
      <ul aria-label="Presets" className="-mx-1.5 flex gap-x-2 overflow-x-auto py-1.5 [scrollbar-width:thin]">
        {all.map((preset) => (
          <li key={preset.id}>
            <PresetButton
              preset={preset}
              isChosen={choice.preset?.id === preset.id}
              onPress={() => press(preset)}
            />
          </li>
        ))}
      </ul>
      {hasLogo && (
        <Checkbox
          label="Its logo, too"
          hint="Otherwise each code keeps its logo."
          checked={choice.logo === "preset"}
          onChange={(event) => change({ logo: event.target.checked ? "preset" : keep })}
        />
      )}
    </div>
  );
}
