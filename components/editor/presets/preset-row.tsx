import { QrSheet } from "../../codes/qr-sheet";
import type { Look } from "../../maker/draft/draft";
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
          <button
            type="button"
            aria-pressed={preset.whole !== null && isLookOf(look, preset.whole)}
            onClick={() => onApply(preset)}
            className="group w-19 rounded-medium p-1.5 text-small text-ink-2 hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
          >
            <span className="mx-auto block size-15 group-aria-pressed:outline-2 group-aria-pressed:outline-offset-3 group-aria-pressed:outline-accent">
              <QrSheet {...preset.picture} name="" />
            </span>
            <span className="mt-2 block truncate" title={preset.name}>
              {preset.name}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
