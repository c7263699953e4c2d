import type { Look } from "../../maker/draft/draft";
import { PresetButton } from "./preset-button";
import { isLookOf } from "./preset-looks";
import type { DrawnPreset } from "./use-presets";

interface PresetRowProps {
  presets: readonly DrawnPreset[];
  look: Look;
  onApply: (preset: DrawnPreset) => void;
}

/** Looks to begin with, the plain one last; a press lays one over the style. */
export function PresetRow({ presets, look, onApply }: PresetRowProps) {
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
