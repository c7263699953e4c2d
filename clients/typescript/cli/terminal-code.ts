import { create } from "qrcode";

/** Modules of empty margin, as ISO/IEC 18004 wants them. */
const margin = 4;
/** Black on white of the palette of 256 colours, whatever the terminal's theme is. */
const [colours, reset] = ["\x1b[38;5;16;48;5;231m", "\x1b[0m"];
/** Two modules above each other in one character: neither dark, the upper, the lower, both. */
const blocks = [" ", "▀", "▄", "█"];

/** A QR code of a text in half blocks, a line for each two rows of modules. */
export function drawTerminalCode(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: "L" });
  const isInside = (place: number) => place >= 0 && place < modules.size;
  const isDark = (row: number, column: number) =>
    isInside(row) && isInside(column) && modules.get(row, column) === 1;
  const places = Array.from({ length: modules.size + 2 * margin }, (_, index) => index - margin);
  const rows = places.filter((_, index) => index % 2 === 0);
  const write = (row: number) =>
    places
      .map((column) => blocks[Number(isDark(row, column)) + 2 * Number(isDark(row + 1, column))])
      .join("");
  return rows.map((row) => `${colours}${write(row)}${reset}`).join("\n");
}
