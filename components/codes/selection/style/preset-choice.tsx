"use client";

import type { ListedPreset } from "@/lib/presets/schema";
import { usePresets } from "../../../editor/presets/use-presets";
import { Checkbox } from "../../../ui/checkbox";
import { QrSheet } from "../../qr-sheet";
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
  return (
    <div>
      <ul aria-label="Presets" className="-mx-1.5 flex gap-x-2 overflow-x-auto py-1.5 [scrollbar-width:thin]">
        {all.map((preset) => (
          <li key={preset.id}>
            <button
              type="button"
              aria-pressed={choice.preset?.id === preset.id}
              onClick={() =>
                choice.preset?.id === preset.id
                  ? letGo()
                  : open(preset, (settings) =>
                      change({
                        preset: { id: preset.id, settings },
                        ...(choice.logo === "preset" && { logo: keep }),
                      }),
                    )
              }
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
