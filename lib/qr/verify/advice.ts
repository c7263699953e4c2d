import type { Distortion, Settings, Style } from "../schema";
import { printedWidthMm } from "./distort";
import type { Inspection } from "./inspect";
import type { Reading } from "./reader";

export interface Advice {
  /** One sentence. */
  advice: string;
  fix?: Settings;
}

export interface Finding {
  weakest: Distortion;
  /** Its score. */
  score: number;
  /** The last step of its ladder that still read. */
  step: number;
  reading: Reading;
  inspection: Inspection;
  style: Style | undefined;
}

/** Print needs about 0.4 mm a module to stay clear of ink spread and of a phone's nearest focus. */
const leastModuleMm = 0.4;

const where: Record<Distortion, string> = {
  blur: "Weakest out of focus",
  smallPrint: "Weakest in small print",
  lowContrast: "Weakest in low light",
  rotation: "Weakest at an angle",
  noise: "Weakest on rough paper",
};

/** From this score on no setting is worth changing: the advice is about the print then. */
const goodScore = 95;

/** The first remedy that applies to the weakest case, the strongest first; else what to mind in print. */
export function advise(finding: Finding): Advice {
  const { weakest, score, reading, style } = finding;
  if (reading.inverted) return swapColours(style);
  const remedy = score < goodScore ? findRemedy(finding) : null;
  if (!remedy) return { advice: `${where[weakest]}: ${habitFor(finding)}.` };
  return { ...remedy, advice: `${where[weakest]}: ${remedy.advice}.` };
}

function findRemedy(finding: Finding): Advice | null {
  const { weakest, style } = finding;
  return (
    widenQuietZone(finding) ??
    (weakest === "lowContrast" || weakest === "noise" ? strengthenContrast(style) : null) ??
    (weakest === "noise" ? shrinkLogo(finding) : null) ??
    (weakest === "blur" || weakest === "smallPrint" ? sharpen(finding) : null)
  );
}

/** For a picture that gives nothing back at all, or something else. */
export function adviseUnreadable(style: Style | undefined): Advice {
  const remedy =
    (style?.logo ? smallerLogo(style.logo.size) : null) ??
    strengthenContrast(style) ??
    (style?.modules.shape === "dots" ? squareModules : null);
  const advice = remedy?.advice ?? "shorten the content or draw it larger";
  return { ...remedy, advice: `This picture doesn't scan: ${advice}.` };
}

function swapColours(style: Style | undefined): Advice {
  const advice = "Some scanners can't read light-on-dark codes: swap the two colours.";
  return style
    ? { advice, fix: { color: { dark: style.color.light, light: style.color.dark } } }
    : { advice };
}

function widenQuietZone({ inspection }: Finding): Advice | null {
  if (inspection.quietModules >= 4) return null;
  return { advice: `leave 4 modules around it instead of ${inspection.quietModules}`, fix: { quietZone: 4 } };
}

/** Ink darker than `enough.dark`, ground lighter than `enough.light` (luminance 0–255) is as good as black on white. */
const enough = { dark: 64, light: 224 };

function strengthenContrast(style: Style | undefined): Advice | null {
  if (!style) return null;
  const { dark, light } = style.color;
  const ink = luminanceOf(dark);
  const ground = luminanceOf(light);
  const eye = luminanceOf(style.eyes.color);
  if (eye > ink && eye > enough.dark && eye - enough.dark >= enough.light - ground) {
    const fix = { eyes: { color: darken(style.eyes.color, enough.dark / eye) } };
    return { advice: `choose a darker colour of the eyes than ${style.eyes.color.toUpperCase()}`, fix };
  }
  if (ink > enough.dark && ink - enough.dark >= enough.light - ground) {
    const fix = { color: { dark: darken(dark, enough.dark / ink) } };
    return { advice: `choose a darker colour than ${dark.toUpperCase()}`, fix };
  }
  if (ground >= enough.light) return null;
  const advice = `choose a lighter background than ${light.toUpperCase()}`;
  return { advice, fix: { color: { light: "#FFFFFF" } } };
}

function shrinkLogo({ reading, style }: Finding): Advice | null {
  if (!style?.logo || reading.spare > 0.8) return null;
  return smallerLogo(style.logo.size);
}

function smallerLogo(size: number): Advice | null {
  const smaller = Math.max(16, Math.floor(size * 0.7));
  if (smaller >= size) return null;
  return { advice: `make the logo ${smaller} pixels or smaller`, fix: { logo: { size: smaller } } };
}

const squareModules: Advice = {
  advice: "choose square modules instead of dots",
  fix: { modules: { shape: "square" } },
};

/** A picture of few pixels gets soft when it is enlarged for print; dots are smaller than their modules. */
function sharpen({ inspection, style }: Finding): Advice | null {
  if (!style) return null;
  if (inspection.modulePixels < 4 && style.size < 1024) {
    const size = Math.min(1024, 64 * Math.ceil((style.size * 4) / inspection.modulePixels / 64));
    return { advice: `draw it at ${size} pixels or more`, fix: { size } };
  }
  return style.modules.shape === "dots" ? squareModules : null;
}

function habitFor({ weakest, step, inspection }: Finding): string {
  switch (weakest) {
    case "lowContrast":
      return "keep it out of deep shade and off glossy surfaces";
    case "rotation":
      return "put it where people stand in front of it";
    case "noise":
      return "print it on a smooth, clean surface";
    default: {
      const readable = weakest === "smallPrint" ? printedWidthMm(step) : 0;
      const width = Math.ceil(Math.max(readable, leastModuleMm * inspection.widthModules));
      return `keep it ${width} mm or wider`;
    }
  }
}

function channelsOf(colour: string): [number, number, number] {
  const hex = colour.slice(1);
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const value = Number.parseInt(full, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  return (306 * red + 601 * green + 117 * blue) / 1024;
}

/** The same hue with every channel scaled down. */
function darken(colour: string, share: number): string {
  const hex = channelsOf(colour).map((level) =>
    Math.floor(level * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${hex.join("").toUpperCase()}`;
}
