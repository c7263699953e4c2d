import PDFDocument from "pdfkit";
import { parseColour, toHex } from "../colour";
import { type Layout, layOut } from "../layout";
import type { LogoPixels, QrMatrix, Style } from "../schema";
import { describeFrame } from "./frame";
import { traceFrame } from "./frame-outline";
import { traceEyes, traceModules } from "./outline";
import { deflateStreamed, encodePng } from "./png";

export interface PdfOptions {
  /** The document's title. */
  title: string;
  /** Width and height of the page in millimetres, quiet zone and frame included. */
  widthMm: number;
  /** The decoded logo, best in its own resolution: it is embedded as it is, losslessly and without metadata. */
  logo?: LogoPixels;
}

type Document = PDFKit.PDFDocument;

const pointsPerMm = 72 / 25.4;
/** Black and white as print has them: a plain code then takes the black plate alone. */
const printColours = new Map<number, PDFKit.Mixins.ColorValue>([
  [0x000000, [0, 0, 0, 100]],
  [0xffffff, [0, 0, 0, 0]],
]);
/** Two equal pictures are equal files: a PDF names a date, so it is always this one. */
const fixedDate = new Date(0);

/**
 * The picture as a PDF of one page, exactly `widthMm` wide and high, with the geometry of `drawRaster` as vectors.
 * Black is DeviceCMYK 0 0 0 100 and white 0 0 0 0, other colours are DeviceRGB. A transparent picture has no ground.
 */
export async function drawPdf(matrix: QrMatrix, style: Style, options: PdfOptions): Promise<Uint8Array> {
  const layout = layOut(matrix, style);
  const side = options.widthMm * pointsPerMm;
  const document = new PDFDocument({
    size: [side, side],
    margin: 0,
    font: null as unknown as string,
    displayTitle: true,
    info: { Title: options.title, Creator: "Quietzone", CreationDate: fixedDate },
  });
  const finished = collectBytes(document);
  document.scale(side / layout.width);
  if (!style.transparent)
    document.rect(0, 0, layout.width, layout.width).fill(choosePaint(style.color.light));
  drawFrame(document, layout, style);
  drawSymbol(document, layout, style);
  if (layout.logo && options.logo) {
    const { start, size } = layout.logo;
    const image = await encodePng({ kind: "rgba", ...options.logo }, deflateStreamed);
    document.image(image as Buffer, start, start, { fit: [size, size], align: "center", valign: "center" });
  }
  document.end();
  return finished;
}

function choosePaint(hex: string): PDFKit.Mixins.ColorValue {
  const colour = parseColour(hex);
  return printColours.get(colour) ?? toHex(colour);
}

function drawFrame(document: Document, layout: Layout, style: Style): void {
  if (style.frame.style === "square") return;
  const stroke = describeFrame(style.frame.style, layout.size, layout.frame);
  document
    .save()
    .path(traceFrame(stroke, layout.width / 2))
    .lineWidth(stroke.thickness);
  if (stroke.dash) {
    const { length, period, perSide } = stroke.dash;
    const phase = length / 2 + (perSide % 2 === 0 ? 0 : period / 2);
    document.lineCap("round").dash(length, { space: period - length, phase });
  }
  document.stroke(choosePaint(style.frame.color)).restore();
}

function drawSymbol(document: Document, layout: Layout, style: Style): void {
  const { origin, module, modules } = layout;
  document.save().translate(origin, origin).scale(module);
  document.path(traceModules(layout, style.modules.shape, false)).fill(choosePaint(style.color.dark));
  document.path(traceEyes(modules, style.eyes.shape)).fill(choosePaint(style.eyes.color), "even-odd");
  document.restore();
}

function collectBytes(document: Document): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    document.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    document.on("error", reject);
    document.on("end", () => {
      const bytes = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
      let at = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
      }
      resolve(bytes);
    });
  });
}
