"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import type { Look } from "../qr-builder/draft/draft";
import { largestSize } from "../qr-builder/draft/read-settings";
import { LookPanel } from "../qr-builder/look/look-panel";
import { Button } from "../ui/button";
import { loadLater } from "../ui/load-later";
import { toast } from "../ui/toast";
import type { CodeEditorProps, PresetActions } from "./editor-state";
import {
  type DrawnPreset,
  drawPreset,
  isLookOf,
  keepLook,
  layPreset,
  PresetButton,
  usePresets,
} from "./presets";
import type { useCodeEditor } from "./use-code-editor";

const NewPreset = loadLater(() => import("./preset-dialogs").then((loaded) => loaded.NewPreset));
const KeptPresets = loadLater(() => import("./preset-dialogs").then((loaded) => loaded.KeptPresets));

interface EditorLookProps extends Pick<CodeEditorProps, "presets" | "origin" | "framePlan" | "actions"> {
  look: Look;
  editor: Pick<ReturnType<typeof useCodeEditor>, "isDrawable" | "fields" | "change" | "showFaults">;
}

export function EditorLook({ look, editor, presets: kept, origin, framePlan, actions }: EditorLookProps) {
  const { isDrawable, fields, change, showFaults } = editor;
  const presets = usePresets(kept, origin, actions.presets.read);
  return (
    <LookPanel
      look={look}
      fields={fields}
      maxSize={largestSize.stored}
      framePlan={framePlan}
      change={(part) => change({ look: { ...look, ...part } })}
      actions={
        <PresetButtons
          presets={presets}
          look={look}
          isFaulty={!isDrawable}
          origin={origin}
          actions={actions.presets}
          showFaults={showFaults}
        />
      }
      presets={
        <PresetRow
          presets={presets.all}
          look={look}
          onApply={(preset) =>
            presets.open(preset, (settings) => change({ look: layPreset(settings, look) }))
          }
        />
      }
    />
  );
}

interface PresetRowProps {
  presets: readonly DrawnPreset[];
  look: Look;
  onApply: (preset: DrawnPreset) => void;
}

function PresetRow({ presets, look, onApply }: PresetRowProps) {
  return (
    <ul aria-label="Presets" className="-mx-1.5 flex flex-wrap gap-x-2 gap-y-3 pt-1 pb-4">
      {presets.map((preset) => (
        <li key={preset.id}>
          <PresetButton
            preset={preset}
            isChosen={preset.whole !== null && isLookOf(look, preset.whole)}
            onPress={() => onApply(preset)}
          />
        </li>
      ))}
    </ul>
  );
}

interface PresetButtonsProps {
  presets: ReturnType<typeof usePresets>;
  look: Look;
  isFaulty: boolean;
  origin: string;
  actions: PresetActions;
  showFaults: () => void;
}

function PresetButtons({ presets, look, isFaulty, origin, actions, showFaults }: PresetButtonsProps) {
  const [open, setOpen] = useState<"new" | "kept" | null>(null);
  const close = () => setOpen(null);
  const settings = open === "new" ? keepLook(look) : {};
  return (
    <div className="-mr-[10px] flex">
      {presets.kept.length > 0 && (
        <Button kind="ghost" shape="small" onClick={() => setOpen("kept")}>
          Edit presets
        </Button>
      )}
      <Button kind="ghost" shape="small" onClick={isFaulty ? showFaults : () => setOpen("new")}>
        <Plus size={14} strokeWidth={1.6} aria-hidden />
        Save as preset
      </Button>
      {open === "new" && (
        <NewPreset
          isOpen
          settings={settings}
          svg={drawPreset({ settings }, origin)}
          create={actions.create}
          onDone={(preset) => {
            presets.add(preset, settings);
            toast.done(`“${preset.name}” is saved as a preset.`);
            close();
          }}
          onClose={close}
        />
      )}
      {open === "kept" && (
        <KeptPresets
          isOpen
          presets={presets.kept}
          actions={actions}
          onRenamed={presets.rename}
          onRemoved={presets.remove}
          onClose={close}
        />
      )}
    </div>
  );
}
