import type { Settings } from "@/lib/qr/schema";
import type { Look } from "./draft";

export type Faults = Record<string, string>;

/** The largest picture of the public interface, where a link and curl give what is seen here, and of a stored code. */
export const largestSize = { public: 1_024, stored: 4_096 };
const smallestSize = 64;
/** Left empty, the size is the public interface's largest. */
export const usualSize = 1_024;

/** Left empty, a frame is 8 % of the size: it looks the same at every size. */
export const usualFrame = (size: number): number => Math.min(mostFrame(size), Math.round(size * 0.08));

/** Left empty, a logo is a fifth of the size. */
export const usualLogo = (size: number): number => Math.max(16, Math.floor(size / 5));

const mostFrame = (size: number): number => Math.min(100, Math.floor(size / 4));

const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export function readSettings(look: Look, maxSize: number): { settings: Settings; faults: Faults } {
  const faults: Faults = {};
  const hex = (field: string, text: string): string | undefined => {
    if (text === "" || colour.test(text)) return text || undefined;
    faults[field] = "A colour is # and 3 or 6 digits from 0 to F, as in #17472F.";
    return undefined;
  };
  const whole = (field: string, text: string, min: number, max: number): number | undefined => {
    if (text.trim() === "") return undefined;
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    faults[field] = `A whole number from ${min} to ${max.toLocaleString("en-GB")}.`;
    return undefined;
  };
  const size = whole("size", look.size, smallestSize, maxSize) ?? usualSize;
  const dark = hex("dark", look.dark) ?? "#000000";
  const light = hex("light", look.light) ?? "#FFFFFF";
  const eyeColour = hex("eyeColour", look.eyeColour);
  const quietZone = whole("quietZone", look.quietZone, 2, 10);
  const settings: Settings = {
    size,
    ...(isPlain(dark, light) ? {} : { color: { dark, light } }),
    ...(look.modules === "square" ? {} : { modules: { shape: look.modules } }),
    ...(look.eyes === "square" && eyeColour === undefined
      ? {}
      : { eyes: { shape: look.eyes, ...(eyeColour === undefined ? {} : { color: eyeColour }) } }),
    ...readFrame(look, size, hex, whole),
    ...readLogo(look, size, whole),
    ...(look.transparent ? { transparent: true } : {}),
    ...(look.level === "M" ? {} : { errorCorrectionLevel: look.level }),
    ...(quietZone === undefined ? {} : { quietZone }),
  };
  return { settings, faults };
}

type ReadColour = (field: string, text: string) => string | undefined;
type ReadWhole = (field: string, text: string, min: number, max: number) => number | undefined;

function isPlain(dark: string, light: string): boolean {
  return /^#0{3}(?:0{3})?$/.test(dark) && /^#f{3}(?:f{3})?$/i.test(light);
}

function readFrame(look: Look, size: number, hex: ReadColour, whole: ReadWhole): Pick<Settings, "frame"> {
  if (look.frame === "square") return {};
  const thickness = whole("frameSize", look.frameSize, 1, mostFrame(size)) ?? usualFrame(size);
  const own = hex("frameColour", look.frameColour);
  return { frame: { style: look.frame, size: thickness, ...(own === undefined ? {} : { color: own }) } };
}

function readLogo(look: Look, size: number, whole: ReadWhole): Pick<Settings, "logo"> {
  if (look.logo === null) return {};
  const width = whole("logoSize", look.logoSize, 16, Math.floor((size * 3) / 10));
  const { dataUrl } = look.logo;
  return { logo: { enabled: true, dataUrl, ...(width === undefined ? {} : { size: width }) } };
}

/** The look with a fix of the grade laid over it; the patch has the shape of `settings`. */
export function applyFix(look: Look, fix: Settings): Look {
  const text = (value: number | null | undefined, before: string) =>
    value === null || value === undefined ? before : String(value);
  return {
    ...look,
    dark: fix.color?.dark ?? look.dark,
    light: fix.color?.light ?? look.light,
    modules: fix.modules?.shape ?? look.modules,
    eyes: fix.eyes?.shape ?? look.eyes,
    eyeColour: fix.eyes?.color ?? look.eyeColour,
    logoSize: text(fix.logo?.size, look.logoSize),
    logo: fix.logo?.enabled === false ? null : look.logo,
    size: text(fix.size, look.size),
    level: fix.errorCorrectionLevel ?? look.level,
    quietZone: text(fix.quietZone, look.quietZone),
    transparent: fix.transparent ?? look.transparent,
  };
}
