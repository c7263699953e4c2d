/** How wide a text is, in the same unit as the room. */
export type MeasureText = (text: string) => number;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const ellipsis = "…";

const splitSigns = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

/**
 * Breaks a text into lines that are no wider than their room: between words where it can, within one that is wider than a line.
 * What does not fit into the lines ends in an ellipsis.
 */
export function wrapText(text: string, measure: MeasureText, width: number, mostLines: number): string[] {
  if (mostLines < 1) return [];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/u).filter((part) => part !== "")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const parts = breakAnywhere(word, measure, width);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? "";
  }
  if (line !== "") lines.push(line);
  if (lines.length <= mostLines) return lines;
  const kept = lines.slice(0, mostLines);
  kept[mostLines - 1] = endInEllipsis(kept[mostLines - 1] ?? "", measure, width);
  return kept;
}

/** An address, which has no words: line after line of as many signs as fit. */
export function breakAnywhere(text: string, measure: MeasureText, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const sign of splitSigns(text)) {
    if (line !== "" && measure(line + sign) > width) {
      lines.push(line);
      line = "";
    }
    line += sign;
  }
  return line === "" ? lines : [...lines, line];
}

function endInEllipsis(line: string, measure: MeasureText, width: number): string {
  const signs = splitSigns(line);
  while (signs.length > 0 && measure(`${signs.join("").trimEnd()}${ellipsis}`) > width) signs.pop();
  return `${signs.join("").trimEnd()}${ellipsis}`;
}

/** Signs that are not seen, whatever font. */
const unseen = /[\p{Cf}\p{Variation_Selector}]/gu;
const substitute = "?";

/**
 * A text of what a font has: composed, without what is not seen; each sign that the font lacks is a question mark, and listed.
 */
export function fitToFont(
  text: string,
  has: (codePoint: number) => boolean,
): { text: string; lacking: string[] } {
  const lacking = new Set<string>();
  const fitted = splitSigns(text.normalize("NFC")).map((sign) => {
    const seen = sign.replaceAll(unseen, "");
    if ([...seen].every((part) => has(part.codePointAt(0) as number))) return seen;
    lacking.add(sign);
    return substitute;
  });
  return { text: fitted.join(""), lacking: [...lacking] };
}
