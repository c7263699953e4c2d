import { mixColours, parseColour } from "./colour";
import { fullInk } from "./draw/shapes";
import type { Style } from "./schema";

/** Palette index of each step of ink, 0 (the ground) to `fullInk`. A flat ink has only its last step. */
export type Ramp = Uint8Array;

export interface Inks {
  palette: number[];
  dark: Ramp;
  eye: Ramp;
  frame: Ramp;
}

/** What is transparent lies on white paper, for readers too that do not look at alpha. */
const clearWhite = 0xffffff00;

/** The palette of a style, 0xRRGGBBAA with the ground first, and where each of its inks lies in it. */
export function mixInks(style: Style): Inks {
  const light = parseColour(style.color.light);
  const palette = [style.transparent ? clearWhite : light * 256 + 255];
  const ramps = new Map<number, Ramp>();
  const mix = (hex: string, steps: boolean): Ramp => {
    const colour = parseColour(hex);
    const known = ramps.get(colour);
    if (known && (known[1] !== 0 || !steps)) return known;
    const ramp: Ramp = new Uint8Array(fullInk + 1);
    for (let level = steps ? 1 : fullInk; level <= fullInk; level++) {
      ramp[level] = palette.length;
      palette.push(mixEntry(light, colour, level / fullInk, style.transparent));
    }
    ramps.set(colour, ramp);
    return ramp;
  };
  // The frame comes first, so that its cached ink is the index itself.
  const frame = style.frame.style === "square" ? new Uint8Array(fullInk + 1) : mix(style.frame.color, true);
  const shaped = style.modules.shape !== "square";
  const dark = mix(style.color.dark, shaped);
  const eye = mix(style.eyes.color, style.eyes.shape !== "square");
  return { palette, dark, eye, frame };
}

function mixEntry(light: number, ink: number, share: number, transparent: boolean): number {
  if (transparent) return ink * 256 + Math.round(share * 255);
  return mixColours(light, ink, share) * 256 + 255;
}
