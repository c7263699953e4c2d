import type { ReactNode } from "react";
import type { EyeShape, FrameStyle, ModuleShape } from "@/lib/qr/schema";
import { Badge } from "../../ui/badge";
import { type Choice, Segmented } from "../../ui/segmented";
import type { Look } from "../draft/draft";
import { usualFrame, usualSize } from "../draft/read-settings";
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

interface LookPanelProps extends LookProps {
  /** Beside the heading. */
  actions?: ReactNode;
  /** Looks to begin with, below the heading. */
  presets?: ReactNode;
  /** The plan that has frames, where this one has none. */
  framePlan?: string | undefined;
}

/** What the code looks like. Every change redraws the sheet at once. */
export function LookPanel({ actions, presets, framePlan, ...props }: LookPanelProps) {
  const { look, fields, change } = props;
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
      <div className="flex items-center justify-between gap-4 pb-2">
        <h2 id="look-heading" className="text-heading">
          Style
        </h2>
        {actions}
      </div>
      {presets}
      <ColourRow {...props} />
      <LookRow label="Modules">{choose("modules", "Modules", modules)}</LookRow>
      <LookRow label="Eyes" faults={[["field-eyeColour", fields.faultOf("eyeColour")]]}>
        {choose("eyes", "Eyes", eyes)}
        <OwnColour {...props} control="eyeColour" label="Eye colour" />
      </LookRow>
      <FrameRow {...props}>
        {choose("frame", "Frame", frames)}
        {framePlan !== undefined && <Badge tone="accent">{framePlan}</Badge>}
      </FrameRow>
      <LogoRow {...props} />
      <MorePanel {...props} />
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

type OwnColourProps = Omit<LookProps, "maxSize"> & { control: "eyeColour" | "frameColour"; label: string };

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
            usual={usualFrame(Number(look.size) || usualSize)}
            fault={fields.faultOf("frameSize")}
            onChange={(frameSize) => change({ frameSize })}
            onLeave={() => fields.leave("frameSize")}
          />
        </>
      )}
    </LookRow>
  );
}
