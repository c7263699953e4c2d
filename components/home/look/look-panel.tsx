import type { ReactNode } from "react";
import type { EyeShape, FrameStyle, ModuleShape } from "@/lib/qr/schema";
import { type Choice, Segmented } from "../../ui/segmented";
import type { Look } from "../draft/draft";
import { ColourField } from "./colour-field";
import { sayContrast } from "./contrast";
import { EyeGlyph, FrameGlyph, ModuleGlyph } from "./glyphs";
import { LogoRow } from "./logo-row";
import { type LookProps, LookRow } from "./look-row";
import { MorePanel } from "./more-panel";
import { PixelField } from "./pixel-field";

const modules: readonly Choice<ModuleShape>[] = [
  { value: "square", name: "Square", glyph: <ModuleGlyph shape="square" /> },
  { value: "rounded", name: "Rounded", glyph: <ModuleGlyph shape="rounded" /> },
  { value: "dots", name: "Dots", glyph: <ModuleGlyph shape="dots" /> },
];
const eyes: readonly Choice<EyeShape>[] = [
  { value: "square", name: "Square", glyph: <EyeGlyph shape="square" /> },
  { value: "rounded", name: "Rounded", glyph: <EyeGlyph shape="rounded" /> },
  { value: "circle", name: "Circle", glyph: <EyeGlyph shape="circle" /> },
];
const frames: readonly Choice<FrameStyle>[] = [
  { value: "square", name: "None", glyph: <FrameGlyph style="square" /> },
  { value: "rounded", name: "Rounded", glyph: <FrameGlyph style="rounded" /> },
  { value: "circle", name: "Circle", glyph: <FrameGlyph style="circle" /> },
  { value: "dashed", name: "Dashed", glyph: <FrameGlyph style="dashed" /> },
];

/** What the code looks like. Every change redraws the sheet at once. */
export function LookPanel({ look, fields, change }: LookProps) {
  const choose = <Key extends "modules" | "eyes" | "frame">(
    key: Key,
    label: string,
    choices: readonly Choice<Look[Key]>[],
  ) => (
    <Segmented
      name={key}
      label={label}
      choices={choices}
      value={look[key]}
      onChange={(value) => change({ [key]: value })}
    />
  );
  return (
    <section aria-labelledby="look-heading">
      <h2 id="look-heading" className="pb-2 text-heading">
        Style
      </h2>
      <ColourRow look={look} fields={fields} change={change} />
      <LookRow label="Modules">{choose("modules", "Modules", modules)}</LookRow>
      <LookRow label="Eyes" faults={[["field-eyeColour", fields.faultOf("eyeColour")]]}>
        {choose("eyes", "Eyes", eyes)}
        <OwnColour look={look} fields={fields} change={change} control="eyeColour" label="Eye colour" />
      </LookRow>
      <FrameRow look={look} fields={fields} change={change}>
        {choose("frame", "Frame", frames)}
      </FrameRow>
      <LogoRow look={look} fields={fields} change={change} />
      <MorePanel look={look} fields={fields} change={change} />
    </section>
  );
}

function ColourRow({ look, fields, change }: LookProps) {
  const contrast = sayContrast(look.dark || "#000000", look.light || "#FFFFFF");
  const field = (control: "dark" | "light", label: string, usual: string) => (
    <ColourField
      id={`field-${control}`}
      label={label}
      value={look[control]}
      usual={usual}
      fault={fields.faultOf(control)}
      onChange={(value) => change({ [control]: value })}
      onLeave={() => fields.leave(control)}
    />
  );
  return (
    <LookRow
      label="Colour"
      faults={[
        ["field-dark", fields.faultOf("dark")],
        ["field-light", fields.faultOf("light")],
      ]}
    >
      {field("dark", "Colour of the modules", "#000000")}
      <span className="text-small text-ink-3 max-md:hidden" aria-hidden>
        on
      </span>
      {field("light", "Colour of the background", "#FFFFFF")}
      {contrast !== undefined && (
        <output className="text-small text-ink-3 max-md:basis-full">Contrast {contrast}</output>
      )}
    </LookRow>
  );
}

type OwnColourProps = LookProps & { control: "eyeColour" | "frameColour"; label: string };

/** A colour that is the modules' own until another is chosen. */
function OwnColour({ look, fields, change, control, label }: OwnColourProps) {
  return (
    <ColourField
      id={`field-${control}`}
      label={label}
      value={look[control]}
      usual={look.dark || "#000000"}
      caption={label}
      fault={fields.faultOf(control)}
      onChange={(value) => change({ [control]: value })}
      onLeave={() => fields.leave(control)}
    />
  );
}

function FrameRow({ look, fields, change, children }: LookProps & { children: ReactNode }) {
  return (
    <LookRow
      label="Frame"
      faults={[
        ["field-frameColour", fields.faultOf("frameColour")],
        ["field-frameSize", fields.faultOf("frameSize")],
      ]}
    >
      {children}
      {look.frame !== "square" && (
        <>
          <OwnColour look={look} fields={fields} change={change} control="frameColour" label="Frame colour" />
          <PixelField
            id="field-frameSize"
            label="Frame width"
            unit="pixels"
            value={look.frameSize}
            usual={Math.round((Number(look.size) || 1024) * 0.08)}
            fault={fields.faultOf("frameSize")}
            onChange={(frameSize) => change({ frameSize })}
            onLeave={() => fields.leave("frameSize")}
          />
        </>
      )}
    </LookRow>
  );
}
