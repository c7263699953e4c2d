import { PDFiumLibrary } from "@hyzyla/pdfium";
import type { Raster } from "@/lib/qr/schema";
import { decodeRaster, provesPayload } from "@/lib/qr/verify";
import { type Box, countSheets, type LabelLayout, layOutLabel, placeLabel } from "../geometry";
import { pointsPerMm } from "./draw-sheets";
import { type LabelCode, type LabelTask, listLabels, shareOfModule, type UnreadLabel } from "./task";

/** A page is looked at so that its finest module has so many pixels; at least as finely as a screen. */
const pixelsPerModule = 5;
const leastPixelsPerMm = 3;
/** 0.25 mm is the finest module that is printed. */
const mostPixelsPerMm = 20;
const mostSidePixels = 12_000;

/** What was found in a finished file. `unread` is empty where each label returns what its code holds. */
export interface Finding {
  labels: number;
  unread: UnreadLabel[];
}

/**
 * Opens a finished PDF with a renderer that did not write it (PDFium), draws each page and reads each label where it must lie with
 * a reader that did not make the code (zxing): whole, with all that stands beside the code. Of the first label of each code the
 * picture alone must read as a phone sees it, too. Throws where the file is none, or has other pages than it should.
 */
export async function proveSheets(
  bytes: Uint8Array,
  task: LabelTask,
  onRead: (read: number) => void,
): Promise<Finding> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  try {
    const labels = listLabels(task);
    const pages = countSheets(task.sheet, labels.length, task.startAt);
    if (document.getPageCount() !== pages)
      throw new Error(`the PDF has ${document.getPageCount()} pages and not ${pages}`);
    const reading = new Reading(task, onRead);
    for (let page = 0; page < pages; page++) {
      const view = await render(document.getPage(page), task);
      await reading.readPage(view, page);
    }
    return { labels: labels.length, unread: reading.unread };
  } finally {
    document.destroy();
    library.destroy();
  }
}

interface View {
  width: number;
  height: number;
  pixels: Uint8Array;
  pixelsPerMm: number;
}

type Page = ReturnType<Awaited<ReturnType<PDFiumLibrary["loadDocument"]>>["getPage"]>;

async function render(page: Page, { sheet, codes, codeMm, beside }: LabelTask): Promise<View> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const paper = { width: sheet.paper.width * pointsPerMm, height: sheet.paper.height * pointsPerMm };
  if (Math.abs(originalWidth - paper.width) > 0.1 || Math.abs(originalHeight - paper.height) > 0.1) {
    throw new Error(`a page measures ${originalWidth} × ${originalHeight} points`);
  }
  const { side } = layOutLabel(sheet.label, beside, codeMm).code;
  const finest = Math.min(...codes.map(({ style, matrix }) => shareOfModule(style, matrix))) * side;
  const wanted = Math.min(mostPixelsPerMm, Math.max(leastPixelsPerMm, pixelsPerModule / finest));
  const pixelsPerMm = Math.min(wanted, mostSidePixels / Math.max(sheet.paper.width, sheet.paper.height));
  const width = Math.round(sheet.paper.width * pixelsPerMm);
  const height = Math.round(sheet.paper.height * pixelsPerMm);
  const { data } = await page.render({ width, height, scale: 1, render: "bitmap", colorSpace: "Gray" });
  return { width, height, pixels: data, pixelsPerMm };
}

class Reading {
  readonly unread: UnreadLabel[] = [];
  readonly #labels: LabelCode[];
  readonly #code: LabelLayout["code"];
  readonly #seen = new Set<LabelCode>();
  #read = 0;

  constructor(
    private readonly task: LabelTask,
    private readonly onRead: (read: number) => void,
  ) {
    this.#labels = listLabels(task);
    this.#code = layOutLabel(task.sheet.label, task.beside, task.codeMm).code;
  }

  async readPage(view: View, page: number): Promise<void> {
    for (; this.#read < this.#labels.length; this.#read++) {
      const code = this.#labels[this.#read] as LabelCode;
      const place = placeLabel(this.task.sheet, this.task.startAt - 1 + this.#read);
      if (place.page !== page) return;
      if (!(await this.#gives(code, view, place.box))) {
        this.unread.push({ label: this.#read + 1, sheet: page + 1, name: code.name });
      }
      this.onRead(this.#read + 1);
    }
  }

  async #gives(code: LabelCode, view: View, label: Box): Promise<boolean> {
    const bytes = await decodeRaster(cut(view, label));
    if (bytes === null || !Buffer.from(code.payload, "utf8").equals(bytes)) return false;
    if (this.#seen.has(code)) return true;
    this.#seen.add(code);
    const { left, top, side } = this.#code;
    const picture = { left: label.left + left, top: label.top + top, width: side, height: side };
    return provesPayload(cut(view, picture), code.payload);
  }
}

/** Each level of grey as itself. */
const greys = Array.from({ length: 256 }, (_, level) => ((level * 0x01010100) | 0xff) >>> 0);

/** A part of a page as it was drawn. */
function cut(view: View, box: Box): Raster {
  const at = (mm: number, most: number) => Math.max(0, Math.min(most, Math.round(mm * view.pixelsPerMm)));
  const left = at(box.left, view.width);
  const top = at(box.top, view.height);
  const width = at(box.left + box.width, view.width) - left;
  const height = at(box.top + box.height, view.height) - top;
  const indices = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * view.width + left;
    indices.set(view.pixels.subarray(from, from + width), y * width);
  }
  return { kind: "palette", palette: greys, width, height, indices };
}
