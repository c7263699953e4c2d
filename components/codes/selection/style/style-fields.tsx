import type { ErrorCorrectionLevel, EyeShape, FrameStyle, ModuleShape } from "@/lib/qr/schema";
import { ColourField } from "../../../maker/look/colour-field";
import { LookRow } from "../../../maker/look/look-row";
import { type Choice, Segmented } from "../../../ui/segmented";
import { type Kept, keep, type StyleChoice } from "./choice";

const asIs = { value: keep, name: "As it is" } as const;
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

/** Members of the style, each as it is until another is chosen; they are laid over a preset. */
export function StyleFields({ choice, faults, change }: StyleFieldsProps) {
  const colour = (control: "dark" | "light", label: string, usual: string) => (
    <ColourField
      id={`many-${control}`}
      label={label}
      value={choice[control]}
      usual={usual}
      placeholder="As it is"
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
