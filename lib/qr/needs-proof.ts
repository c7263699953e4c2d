import { parseColour } from "./colour";
import type { Style } from "./schema";
import { defaultDark, defaultLight, standardQuietZone } from "./style";

/**
 * Whether a picture in this style has to be decoded from its finished pixels before it leaves: anything that the
 * default look does not have between the symbol and its reader.
 */
export function needsProof(style: Style): boolean {
  const black = parseColour(defaultDark);
  return (
    style.logo !== undefined ||
    style.transparent ||
    style.modules.shape !== "square" ||
    style.eyes.shape !== "square" ||
    style.quietZone < standardQuietZone ||
    parseColour(style.color.dark) !== black ||
    parseColour(style.eyes.color) !== black ||
    parseColour(style.color.light) !== parseColour(defaultLight) ||
    (style.frame.style !== "square" && parseColour(style.frame.color) !== black)
  );
}
