import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import PDFDocument from "pdfkit";
import { collectPdf, drawOnPdf } from "@/lib/qr/draw/pdf";
import type { LogoPixels } from "@/lib/qr/schema";
import { type Box, type LabelLayout, layOutLabel, placeLabel } from "../geometry";
import { type LabelCode, type LabelTask, listLabels, type Unprintable } from "./task";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const ellipsis = "…";

const splitSigns = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Signs that are not seen, whatever font. */
const unseen = /[\p{Cf}\p{Variation_Selector}]/gu;

const substitute = "?";

/** Geist, under the SIL Open Font License, which lets documents embed it (OFL 1.1, FAQ 1.11). What is embedded is what is used of it. */
const require = createRequire(import.meta.url);

const folder = join(dirname(require.resolve("geist/font")), "fonts");

const fontFiles = {
  words: () => readFileSync(join(folder, "geist-sans", "Geist-Medium.ttf")),
  address: () => readFileSync(join(folder, "geist-mono", "GeistMono-Regular.ttf")),
};

type Document = PDFKit.PDFDocument;

export const pointsPerMm = 72 / 25.4;
const mmPerInch = 25.4;
/** Two equal orders are equal files: a PDF names a date, so it is always this one. */
const fixedDate = new Date(0);
/** What the finest office printers draw. */
const logoDotsPerInch = 600;
const ink: PDFKit.Mixins.ColorValue = [0, 0, 0, 100];
const guide: PDFKit.Mixins.ColorValue = [0, 0, 0, 45];
const guideWidthMm = 0.1;

const lineHeight = 1.25;
const addressPoints = 6.5;
/** Of names: larger where there is room for it. */
const namePoints = { large: 10, small: 8, largeFromMm: 30 };

/** Sheets of labels as one PDF in vectors, and the names of which the font lacks signs. */
export async function drawSheets(
  task: LabelTask,
  logos: readonly LogoPixels[],
): Promise<{ bytes: Uint8Array; unprintable: Unprintable[] }> {
  const { sheet } = task;
  const document = openDocument(task);
  const finished = collectPdf(document);
  const writer = new LabelWriter(document, task, logos);
  let page = -1;
  for (const [index, code] of listLabels(task).entries()) {
    const place = placeLabel(sheet, task.startAt - 1 + index);
    if (place.page > page) {
      page = place.page;
      document.addPage({
        size: [sheet.paper.width * pointsPerMm, sheet.paper.height * pointsPerMm],
        margin: 0,
      });
    }
    writer.write(code, place.box);
  }
  document.end();
  return { bytes: await finished, unprintable: writer.unprintable };
}

function openDocument({ title }: LabelTask): Document {
  const document = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    font: null as unknown as string,
    displayTitle: true,
    info: { Title: title, Creator: "Quietzone", CreationDate: fixedDate },
  });
  document.registerFont("words", fontFiles.words());
  document.registerFont("address", fontFiles.address());
  return document;
}

interface Fitted {
  name: string;
  address: string | null;
}

class LabelWriter {
  readonly unprintable: Unprintable[] = [];
  readonly #layout: LabelLayout;
  readonly #fitted = new Map<LabelCode, Fitted>();

  constructor(
    private readonly document: Document,
    private readonly task: LabelTask,
    private readonly logos: readonly LogoPixels[],
  ) {
    this.#layout = layOutLabel(task.sheet.label, task.beside, task.codeMm);
  }

  write(code: LabelCode, box: Box): void {
    const { document, task } = this;
    const { side, left, top } = this.#layout.code;
    document.save().scale(pointsPerMm).translate(box.left, box.top);
    if (task.outlines) document.rect(0, 0, box.width, box.height).lineWidth(guideWidthMm).stroke(guide);
    const logo = code.logo === null ? undefined : this.logos[code.logo];
    const logoMm = ((code.style.logo?.size ?? 0) / code.style.size) * side;
    drawOnPdf(document, code.matrix, code.style, {
      left,
      top,
      side,
      ...(logo && { logo, mostLogoPixels: Math.ceil((logoMm / mmPerInch) * logoDotsPerInch) }),
    });
    document.restore();
    if (this.#layout.words !== null) this.#writeWords(code, box, this.#layout.words);
  }

  /** The name above, the address below it; both in the middle of their room's height. */
  #writeWords(code: LabelCode, box: Box, room: NonNullable<LabelLayout["words"]>): void {
    const { name, address } = this.#fit(code);
    const points =
      this.task.sheet.label.height >= namePoints.largeFromMm ? namePoints.large : namePoints.small;
    const width = room.width * pointsPerMm;
    const height = room.height * pointsPerMm;
    const addressLines =
      address === null ? [] : breakAnywhere(address, this.#measure("address", addressPoints), width);
    const left = height - addressLines.length * addressPoints * lineHeight;
    const nameLines = wrapText(
      name,
      this.#measure("words", points),
      width,
      Math.floor(left / (points * lineHeight)),
    );
    const used = (nameLines.length * points + addressLines.length * addressPoints) * lineHeight;
    let top = (box.top + room.top) * pointsPerMm + (room.isBelow ? 0 : (height - used) / 2);
    const write = (lines: readonly string[], font: "words" | "address", size: number) => {
      for (const line of lines) {
        const start = room.isBelow ? (width - this.#measure(font, size)(line)) / 2 : 0;
        this.document
          .font(font, size)
          .fillColor(ink)
          .text(line, (box.left + room.left) * pointsPerMm + start, top, { lineBreak: false });
        top += size * lineHeight;
      }
    };
    write(nameLines, "words", points);
    write(addressLines, "address", addressPoints);
  }

  #measure(font: "words" | "address", size: number) {
    return (text: string) => {
      this.document.font(font, size);
      return this.document.widthOfString(text);
    };
  }

  #fit(code: LabelCode): Fitted {
    const known = this.#fitted.get(code);
    if (known !== undefined) return known;
    const { beside } = this.task;
    const hasName = beside === "name" || beside === "both";
    const hasAddress = beside === "link" || beside === "both";
    const { text, lacking } = fitToFont(hasName ? code.name : "", (point) => this.#has(point));
    if (lacking.length > 0) this.unprintable.push({ name: code.name, signs: lacking.join(" ") });
    const address = hasAddress && code.shortUrl !== null ? code.shortUrl.replace(/^https?:\/\//, "") : null;
    const fitted = { name: text, address };
    this.#fitted.set(code, fitted);
    return fitted;
  }

  #has(codePoint: number): boolean {
    this.document.font("words");
    const { font } = (this.document as unknown as { _font: { font: FontFile } })._font;
    return font.hasGlyphForCodePoint(codePoint);
  }
}

/** The part of fontkit's font that is used here. */
interface FontFile {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** How wide a text is, in the same unit as the room. */
type MeasureText = (text: string) => number;

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
