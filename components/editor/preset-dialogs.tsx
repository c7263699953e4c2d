"use client";

import { Trash2 } from "lucide-react";
import { useRef, useState, useTransition } from "react";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import { QrSheet } from "../codes/qr-sheet";
import { Button, SubmitButton } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextField } from "../ui/field";
import { callSafely } from "../ui/form/call-safely";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { toast } from "../ui/toast";
import type { PresetActions } from "./editor-state";
import type { DrawnPreset } from "./presets";

const loadCheck = () => import("./validation").then(({ checkPreset }) => checkPreset);

interface NewPresetProps {
  isOpen: boolean;
  settings: Settings;
  svg: string;
  create: PresetActions["create"];
  onDone: (preset: ListedPreset) => void;
  onClose: () => void;
}

export function NewPreset({ isOpen, onClose, ...form }: NewPresetProps) {
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Save this style as a preset"
      lead="Colours, shapes, frame and logo for new codes. Each code keeps its own size."
      firstFocus={first}
      isSticky
    >
      <PresetForm {...form} onClose={onClose} first={first} />
    </Dialog>
  );
}

function PresetForm({
  settings,
  svg,
  create,
  onDone,
  onClose,
  first,
}: Omit<NewPresetProps, "isOpen"> & { first: React.RefObject<HTMLInputElement | null> }) {
  const { form, field, refusal, isBusy } = useForm<ListedPreset>({
    id: "new-preset",
    send: (previous, data) => create(settings, previous, data),
    loadCheck,
    onDone,
  });
  return (
    <form {...form} className="mt-5 grid gap-4">
      <RefusalNote refusal={refusal} />
      <div className="flex items-start gap-4">
        <div className="mt-1 size-15 shrink-0">
          <QrSheet svg={svg} name="" />
        </div>
        <div className="min-w-0 flex-1">
          <TextField {...field("name")} ref={first} label="Name" autoComplete="off" />
        </div>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton isBusy={isBusy} busyWord="Saving" label="Save preset" />
      </DialogActions>
    </form>
  );
}

interface KeptPresetsProps {
  isOpen: boolean;
  presets: readonly DrawnPreset[];
  actions: Pick<PresetActions, "rename" | "remove">;
  onRenamed: (preset: ListedPreset) => void;
  onRemoved: (id: string) => void;
  onClose: () => void;
}

export function KeptPresets({ isOpen, presets, onClose, ...row }: KeptPresetsProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Presets"
      lead="Changing a preset doesn't change codes created with it."
      firstFocus={close}
    >
      <ul className="my-4 divide-y divide-line border-y border-line">
        {presets.map((preset) => (
          <li key={preset.id} className="py-3">
            <PresetLine preset={preset} {...row} />
          </li>
        ))}
      </ul>
      {presets.length === 0 && <p className="mb-4 text-ink-2">No presets left.</p>}
      <DialogActions>
        <Button ref={close} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type PresetLineProps = Omit<KeptPresetsProps, "isOpen" | "presets" | "onClose"> & { preset: DrawnPreset };

function PresetLine({ preset, actions, onRenamed, onRemoved }: PresetLineProps) {
  const [isAsking, setAsking] = useState(false);
  const { form, field, refusal, isBusy } = useForm<ListedPreset>({
    id: `preset-${preset.id}`,
    send: (previous, data) => actions.rename(preset.id, previous, data),
    loadCheck,
    onDone: (renamed) => {
      onRenamed(renamed);
      toast.done(`Preset renamed to “${renamed.name}”.`);
    },
  });
  if (isAsking) {
    return (
      <Removal
        preset={preset}
        remove={actions.remove}
        onRemoved={onRemoved}
        onKeep={() => setAsking(false)}
      />
    );
  }
  return (
    <form {...form} className="grid gap-2">
      <RefusalNote refusal={refusal} />
      <div className="flex items-start gap-3">
        <div className="mt-1 size-11 shrink-0">
          <QrSheet {...preset.picture} name="" />
        </div>
        <div className="min-w-0 flex-1">
          <TextField {...field("name")} label="Name" defaultValue={preset.name} autoComplete="off" />
        </div>
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Renaming" className="mt-6" label="Rename" />
        <Button
          kind="ghost"
          shape="icon"
          aria-label={`Delete ${preset.name}`}
          className="mt-6 -ml-1"
          onClick={() => setAsking(true)}
        >
          <Trash2 size={16} strokeWidth={1.6} aria-hidden />
        </Button>
      </div>
    </form>
  );
}

interface RemovalProps extends Pick<KeptPresetsProps, "onRemoved"> {
  preset: DrawnPreset;
  remove: PresetActions["remove"];
  onKeep: () => void;
}

function Removal({ preset, remove, onRemoved, onKeep }: RemovalProps) {
  const [isBusy, run] = useTransition();
  const [fault, setFault] = useState<string | null>(null);
  const act = () =>
    run(async () => {
      const answer = await callSafely(() => remove(preset.id));
      if (answer !== null && "refusal" in answer) return setFault(answer.refusal.sentence ?? "Not deleted.");
      onRemoved(preset.id);
      toast.done(`Preset “${preset.name}” deleted.`);
    });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">Delete “{preset.name}”?</p>
      <Button autoFocus onClick={onKeep}>
        Keep it
      </Button>
      <Button kind="danger" aria-disabled={isBusy || undefined} onClick={isBusy ? undefined : act}>
        Delete
      </Button>
      {fault !== null && (
        <p role="alert" className="w-full text-small text-stop">
          {fault}
        </p>
      )}
    </div>
  );
}
