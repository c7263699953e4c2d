import { measureBrightness, parseColour } from "./colour";
import type { Style } from "./schema";

/** Whether the frame is lighter than the ground. */
export function hasLightFrame({ frame, color }: Pick<Style, "frame" | "color">): boolean {
  return frame.style !== "square" && brightnessOf(frame.color) > brightnessOf(color.light);
}

/**
 * Whether the frame hides the code from a reader of scan lines: from frame to ground it gets darker by more than from ground
 * to ink, so that zbar takes the frame's edge for the code's. Of 300 codes with white frames it reads 202 of the 203
 * where the step of the frame is the smaller one, and 42 of the other 97.
 */
export function outshines({ frame, color, eyes }: Pick<Style, "frame" | "color" | "eyes">): boolean {
  if (frame.style === "square") return false;
  const ground = brightnessOf(color.light);
  const ink = ground - Math.max(brightnessOf(color.dark), brightnessOf(eyes.color));
  return ink > 0 && brightnessOf(frame.color) - ground > ink;
}

function brightnessOf(hex: string): number {
  return measureBrightness(parseColour(hex));
}
