import type { ErrorCorrectionLevel, EyeShape, FrameStyle, ModuleShape, Settings } from "@/lib/qr/schema";
import { layPreset } from "../../editor/presets";
import type { Look } from "../../qr-builder/draft/draft";
import { ColourField, LookRow } from "../../qr-builder/look/look-fields";
import { type Choice, Segmented } from "../../ui/segmented";
import type { StyleOrder } from "../actions";

export const keep = "keep";

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

const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const asIs = { value: keep, name: "Keep as is" } as const;

const modules: readonly Choice<Kept<ModuleShape>>[] = [
  asIs,
  { value: "square", name: "Square" },
  { value: "rounded", name: "Rounded" },
  { value: "dots", name: "Dots" },
];

const eyes: readonly Choice<Kept<EyeShape>>[] = [
  asIs,
  { value: "square", name: "Square" },
  { value: "rounded", name: "Rounded" },
  { value: "circle", name: "Circle" },
];

const frames: readonly Choice<Kept<FrameStyle>>[] = [
  asIs,
  { value: "square", name: "None" },
  { value: "rounded", name: "Rounded" },
  { value: "circle", name: "Circle" },
  { value: "dashed", name: "Dashed" },
];

const levels: readonly Choice<Kept<ErrorCorrectionLevel>>[] = [
  asIs,
  { value: "L", name: "L" },
  { value: "M", name: "M" },
  { value: "Q", name: "Q" },
  { value: "H", name: "H" },
];

const logos: readonly Choice<"keep" | "none">[] = [asIs, { value: "none", name: "None" }];

interface StyleFieldsProps {
  choice: StyleChoice;
  faults: Partial<Record<"dark" | "light", string>>;
  change: (part: Partial<StyleChoice>) => void;
}

export function StyleFields({ choice, faults, change }: StyleFieldsProps) {
  const colour = (control: "dark" | "light", label: string, usual: string) => (
    <ColourField
      id={`many-${control}`}
      label={label}
      value={choice[control]}
      usual={usual}
      placeholder="Keep as is"
      fault={faults[control]}
      onChange={(value) => change({ [control]: value })}
      onLeave={() => {}}
    />
  );
  const choose = <Key extends "modules" | "eyes" | "frame">(
    key: Key,
    label: string,
    choices: readonly Choice<StyleChoice[Key]>[],
  ) => (
    <LookRow label={label}>
      <Segmented
        name={`many-${key}`}
        label={label}
        choices={choices}
        value={choice[key]}
        onChange={(value) => change({ [key]: value })}
      />
    </LookRow>
  );
  return (
    <div>
      <LookRow
        label="Colour"
        faults={[
          ["many-dark", faults.dark],
          ["many-light", faults.light],
        ]}
      >
        {colour("dark", "Colour of the modules", "#000000")}
        <span className="text-small text-ink-3 max-md:hidden" aria-hidden>
          on
        </span>
        {colour("light", "Colour of the background", "#FFFFFF")}
      </LookRow>
      {choose("modules", "Modules", modules)}
      {choose("eyes", "Eyes", eyes)}
      {choose("frame", "Frame", frames)}
      <LookRow label="Correction">
        <Segmented
          name="many-level"
          label="Error correction"
          choices={levels}
          value={choice.level}
          onChange={(level) => change({ level })}
        />
        <span
          className="text-small text-ink-2 max-md:basis-full max-md:pt-2 max-md:font-medium max-md:text-ink"
          aria-hidden
        >
          Logo
        </span>
        <Segmented
          name="many-logo"
          label="Logo"
          choices={logos}
          value={choice.logo === "none" ? "none" : keep}
          onChange={(logo) => change({ logo })}
        />
      </LookRow>
    </div>
  );
}

type Kept<T> = T | typeof keep;

export interface StyleChoice {
  /** Laid over all of the look, but for the size and the logo. */
  preset: { id: string; settings: Settings } | null;
  logo: typeof keep | "none" | "preset";
  /** Colours as typed; empty: kept. */
  dark: string;
  light: string;
  modules: Kept<ModuleShape>;
  eyes: Kept<EyeShape>;
  frame: Kept<FrameStyle>;
  level: Kept<ErrorCorrectionLevel>;
}

export function isNothingChosen(choice: StyleChoice): boolean {
  return JSON.stringify(choice) === JSON.stringify(startChoice);
}

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
