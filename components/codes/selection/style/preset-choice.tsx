"use client";

import type { ListedPreset } from "@/lib/presets/schema";
import { PresetButton } from "../../../editor/presets/preset-button";
import { type DrawnPreset, usePresets } from "../../../editor/presets/use-presets";
import { Checkbox } from "../../../ui/checkbox";
import type { ManyActions } from "../actions";
import { keep, type StyleChoice } from "./choice";

interface PresetChoiceProps {
  presets: readonly ListedPreset[];
  choice: StyleChoice;
  change: (part: Partial<StyleChoice>) => void;
  readPreset: ManyActions["readPreset"];
}

/** The account's looks and the plain one; pressed again, one is let go. */
export function PresetChoice({ presets, choice, change, readPreset }: PresetChoiceProps) {
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
          hint="Otherwise each code keeps the logo that it has."
          checked={choice.logo === "preset"}
          onChange={(event) => change({ logo: event.target.checked ? "preset" : keep })}
        />
      )}
    </div>
  );
}
