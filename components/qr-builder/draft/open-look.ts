import type { Settings } from "@/lib/qr/schema";
import { type Look, plainLook } from "./draft";
import { usualFrame, usualLogo, usualSize } from "./read-settings";

/** Settings in the controls of the style; what is as it is by default stands empty there, so that it goes on following. */
export function openLook(settings: Settings): Look {
  const { color, eyes, frame, logo } = settings;
  const size = settings.size ?? usualSize;
  const dark = color?.dark ?? plainLook.dark;
  const hasFrame = frame?.style !== undefined && frame.style !== null && frame.style !== "square";
  const hasLogo = logo?.enabled === true && typeof logo.dataUrl === "string";
  return {
    dark,
    light: color?.light ?? plainLook.light,
    modules: settings.modules?.shape ?? plainLook.modules,
    eyes: eyes?.shape ?? plainLook.eyes,
    eyeColour: unless(eyes?.color, dark),
    frame: hasFrame ? (frame.style ?? plainLook.frame) : plainLook.frame,
    frameColour: hasFrame ? unless(frame.color, dark) : "",
    frameSize: hasFrame ? unless(frame.size, usualFrame(size)) : "",
    logo: hasLogo ? { name: "Logo", dataUrl: logo.dataUrl ?? "" } : null,
    logoSize: hasLogo ? unless(logo.size, usualLogo(size)) : "",
    size: unless(settings.size, usualSize),
    // A logo asks for H by itself; what was asked for without one is not told.
    level: hasLogo ? plainLook.level : (settings.errorCorrectionLevel ?? plainLook.level),
    quietZone: unless(settings.quietZone, 4),
    transparent: settings.transparent ?? plainLook.transparent,
  };
}

function unless(value: string | number | null | undefined, usual: string | number): string {
  const isUsual = value === null || value === undefined || same(value, usual);
  return isUsual ? "" : String(value);
}

function same(one: string | number, other: string | number): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
