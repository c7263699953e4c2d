"use client";

import { useRef } from "react";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import { QrSheet } from "../../codes/qr-sheet";
import { Button, SubmitButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { RefusalNote, useForm } from "../../ui/form/use-form";
import type { PresetActions } from "../editor-state";

interface NewPresetProps {
  isOpen: boolean;
  settings: Settings;
  svg: string;
  create: PresetActions["create"];
  onDone: (preset: ListedPreset) => void;
  onClose: () => void;
}

const loadCheck = () => import("../validation").then(({ checkPreset }) => checkPreset);

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
