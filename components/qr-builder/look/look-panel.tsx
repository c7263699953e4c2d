import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { ErrorCorrectionLevel, EyeShape, FrameStyle, ModuleShape } from "@/lib/qr/schema";
import { Badge } from "../../ui/badge";
import { type Choice, Segmented } from "../../ui/segmented";
import type { Look } from "../draft/draft";
import { usualFrame, usualSize } from "../draft/read-settings";
import { LogoRow } from "./logo-row";
import { ColourField, type LookProps, LookRow, PixelField, toSixDigits } from "./look-fields";

/** Drawn glyphs of 14 px: what the choice does, at the size of a word. */
const modulePaths: Record<ModuleShape, string> = {
  square: "M1 1h4v4H1zM5 5h4v4H5zM9 1h4v4H9zM1 9h4v4H1zM9 9h4v4H9z",
  rounded: "M3 1h3v4h4a3 3 0 0 1 3 3v2a3 3 0 0 1-3 3H7V9H4a3 3 0 0 1-3-3V3a2 2 0 0 1 2-2z",
  dots: "M3 1.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM11 1.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM7 5.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM3 9.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM11 9.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
};

const eyePaths: Record<EyeShape, string> = {
  square: "M0 0h14v14H0zM2 2h10v10H2zM4 4h6v6H4z",
  rounded:
    "M1 0h12a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H1a1 1 0 0 1-1-1V1a1 1 0 0 1 1-1zM4 2h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM5.5 4h3A1.5 1.5 0 0 1 10 5.5v3A1.5 1.5 0 0 1 8.5 10h-3A1.5 1.5 0 0 1 4 8.5v-3A1.5 1.5 0 0 1 5.5 4z",
  circle:
    "M0 0h14v14H0zM3 2h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zM7 3.9a3.1 3.1 0 1 1 0 6.2 3.1 3.1 0 0 1 0-6.2z",
};

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
  actions?: ReactNode;
  presets?: ReactNode;
  framePlan?: string | undefined;
}

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
  const contrast = formatContrast(look.dark || "#000000", look.light || "#FFFFFF");
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

/** Contrast ratio of two colours as the page shows it, "21:1" or "4.5:1" (WCAG 2.2); undefined while one is no colour. */
function formatContrast(dark: string, light: string): string | undefined {
  const one = toSixDigits(dark);
  const other = toSixDigits(light);
  if (one === undefined || other === undefined) return undefined;
  const [low, high] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  const ratio = Math.floor(((high + 0.05) / (low + 0.05)) * 10) / 10;
  return `${ratio}:1`;
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const levels: readonly Choice<ErrorCorrectionLevel>[] = [
  { value: "L", name: "L, 7%" },
  { value: "M", name: "M, 15%" },
  { value: "Q", name: "Q, 25%" },
  { value: "H", name: "H, 30%" },
];

function MorePanel({ look, fields, change, maxSize }: LookProps) {
  return (
    <details className="group md:border-t md:border-line">
      <summary className="flex h-11 items-center gap-2 text-small font-medium text-ink-2 select-none hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          strokeWidth={1.6}
          className="transition-transform group-open:rotate-90 motion-reduce:transition-none"
          aria-hidden
        />
        More
      </summary>
      <LookRow label="Size" faults={[["field-size", fields.faultOf("size")]]}>
        <PixelField
          id="field-size"
          label="Size of the PNG"
          unit="pixels"
          value={look.size}
          usual={1024}
          fault={fields.faultOf("size")}
          onChange={(size) => change({ size })}
          onLeave={() => fields.leave("size")}
        />
        <span className="text-small text-ink-3">
          64 to {maxSize.toLocaleString("en-GB")}. SVG and PDF have no pixels.
        </span>
      </LookRow>
      <LookRow label="Correction">
        {look.logo === null ? (
          <Segmented
            name="level"
            label="Error correction"
            choices={levels}
            value={look.level}
            onChange={(level) => change({ level })}
          />
        ) : (
          <p className="text-small text-ink-2 md:py-2.5">H, 30%: a logo hides modules.</p>
        )}
      </LookRow>
      <LookRow label="Quiet zone" faults={[["field-quietZone", fields.faultOf("quietZone")]]}>
        <PixelField
          id="field-quietZone"
          label="Quiet zone"
          unit="modules"
          value={look.quietZone}
          usual={4}
          fault={fields.faultOf("quietZone")}
          onChange={(quietZone) => change({ quietZone })}
          onLeave={() => fields.leave("quietZone")}
        />
        <span className="text-small text-ink-3">2 to 10. The standard asks for 4.</span>
      </LookRow>
      <LookRow label="Background">
        <label className="flex min-h-9 items-center gap-2.5 text-small touch:min-h-11">
          <input
            type="checkbox"
            checked={look.transparent}
            onChange={(event) => change({ transparent: event.target.checked })}
            className="size-4 accent-accent"
          />
          Transparent. Place it on something light.
        </label>
      </LookRow>
    </details>
  );
}

function ModuleGlyph({ shape }: { shape: ModuleShape }) {
  return (
    <Glyph>
      <path d={modulePaths[shape]} fill="currentColor" />
    </Glyph>
  );
}

function EyeGlyph({ shape }: { shape: EyeShape }) {
  return (
    <Glyph>
      <path d={eyePaths[shape]} fill="currentColor" fillRule="evenodd" />
    </Glyph>
  );
}

function FrameGlyph({ style }: { style: FrameStyle }) {
  const radius = { square: 0, rounded: 3.5, circle: 6.2, dashed: 2 }[style];
  return (
    <Glyph>
      {style !== "square" && (
        <rect
          x={0.8}
          y={0.8}
          width={12.4}
          height={12.4}
          rx={radius}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.6}
          {...(style === "dashed" ? { strokeDasharray: "2.2 1.6" } : {})}
        />
      )}
      <path d="M4.5 4.5h5v5h-5z" fill="currentColor" />
    </Glyph>
  );
}

function Glyph({ children }: { children: React.ReactNode }) {
  return (
    <svg
      width={14}
      height={14}
      viewBox="0 0 14 14"
      aria-hidden="true"
      focusable="false"
      className="shrink-0 max-sm:hidden md:max-lg:hidden"
    >
      {children}
    </svg>
  );
}
