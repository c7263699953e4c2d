import type { ErrorCorrectionLevel, EyeShape, FrameStyle, ModuleShape, Settings } from "@/lib/qr/schema";
import { layPreset } from "../../../editor/presets/preset-looks";
import type { Look } from "../../../maker/draft/draft";
import type { StyleOrder } from "../actions";

export const keep = "keep";
export type Kept<T> = T | typeof keep;

/** What is to become of the looks of many codes; what is kept stays as each code has it. */
export interface StyleChoice {
  /** Laid over all of the look, but for the size and the logo. */
  preset: { id: string; settings: Settings } | null;
  /** Each code's own, none, or the preset's. */
  logo: typeof keep | "none" | "preset";
  /** Colours as typed; empty: kept. */
  dark: string;
  light: string;
  modules: Kept<ModuleShape>;
  eyes: Kept<EyeShape>;
  frame: Kept<FrameStyle>;
  level: Kept<ErrorCorrectionLevel>;
}

export const startChoice: StyleChoice = {
  preset: null,
  logo: keep,
  dark: "",
  light: "",
  modules: keep,
  eyes: keep,
  frame: keep,
  level: keep,
};

export function isNothingChosen(choice: StyleChoice): boolean {
  return JSON.stringify(choice) === JSON.stringify(startChoice);
}

const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** What is no colour, by its control. */
export function listColourFaults({ dark, light }: StyleChoice): Partial<Record<"dark" | "light", string>> {
  const words = "A colour is # and 3 or 6 digits from 0 to F, as in #17472F.";
  const isNone = (text: string) => text !== "" && !colour.test(text);
  return { ...(isNone(dark) && { dark: words }), ...(isNone(light) && { light: words }) };
}

/** The look of one code with the choice laid over it, as the server does with each. */
export function layChoice(look: Look, choice: StyleChoice): Look {
  const { preset, logo, dark, light, modules, eyes, frame, level } = choice;
  const base = preset === null ? look : { ...layPreset(preset.settings, look) };
  const logoOf = logo === "preset" ? base : look;
  return {
    ...base,
    logo: logo === "none" ? null : logoOf.logo,
    logoSize: logo === "none" ? "" : logoOf.logoSize,
    ...(dark !== "" && { dark }),
    ...(light !== "" && { light }),
    ...(modules !== keep && { modules }),
    ...(eyes !== keep && { eyes }),
    ...(frame !== keep && { frame }),
    ...(level !== keep && { level }),
  };
}

/** The choice as it is asked of the server. */
export function orderOf({ preset, logo, dark, light, modules, eyes, frame, level }: StyleChoice): StyleOrder {
  const color = { ...(dark !== "" && { dark }), ...(light !== "" && { light }) };
  return {
    presetId: preset?.id ?? null,
    withLogo: logo === "preset",
    settings: {
      ...(Object.keys(color).length > 0 && { color }),
      ...(modules !== keep && { modules: { shape: modules } }),
      ...(eyes !== keep && { eyes: { shape: eyes } }),
      ...(frame !== keep && { frame: frame === "square" ? null : { style: frame } }),
      ...(level !== keep && { errorCorrectionLevel: level }),
      ...(logo === "none" && { logo: null }),
    },
  };
}
