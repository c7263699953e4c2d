"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { Look } from "../../maker/draft/draft";
import { Button } from "../../ui/button";
import { say } from "../../ui/say";
import type { PresetActions } from "../actions";
import { drawPreset, keepLook } from "./preset-looks";
import type { usePresets } from "./use-presets";

const NewPreset = dynamic(() => import("./new-preset").then((loaded) => loaded.NewPreset));
const KeptPresets = dynamic(() => import("./kept-presets").then((loaded) => loaded.KeptPresets));

interface PresetButtonsProps {
  presets: ReturnType<typeof usePresets>;
  look: Look;
  /** The style can't be drawn as it stands. */
  isFaulty: boolean;
  origin: string;
  actions: PresetActions;
  showFaults: () => void;
}

/** Beside the heading of the style: keep it, and put in order what is kept. */
export function PresetButtons({ presets, look, isFaulty, origin, actions, showFaults }: PresetButtonsProps) {
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
            say.done(`“${preset.name}” is kept as a preset.`);
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
