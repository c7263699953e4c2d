import { QrSheet } from "../../codes/qr-sheet";
import type { DrawnPreset } from "./use-presets";

interface PresetButtonProps {
  preset: DrawnPreset;
  isChosen: boolean;
  onPress: () => void;
}

/** A look on a small sheet with its name; the mark of the chosen one stands outside of the sheet. */
export function PresetButton({ preset, isChosen, onPress }: PresetButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      className="group w-19 rounded-medium p-1.5 text-small text-ink-2 hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
    >
      <span className="mx-auto block size-15 group-aria-pressed:outline-2 group-aria-pressed:outline-offset-3 group-aria-pressed:outline-accent">
        <QrSheet {...preset.picture} name="" />
      </span>
      <span className="mt-2 block truncate" title={preset.name}>
        {preset.name}
      </span>
    </button>
  );
}
