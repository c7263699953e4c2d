import PDFDocument from "pdfkit";
import { parseColour, toHex } from "../colour";
import { type Layout, layOut } from "../layout";
import type { LogoPixels, QrMatrix, Style } from "../schema";
import { describeFrame } from "./frame";
import { traceFrame } from "./frame-outline";
import { fitLogo } from "./logo";
import { traceEyes, traceModules } from "./outline";

export interface PdfOptions {
  /** The document's title. */
  title: string;
  /** Width and height of the page in millimetres, quiet zone and frame included. */
  widthMm: number;
  /** The decoded logo, best in its own resolution: up to 1,024 pixels it is embedded as it is, without metadata. */
  logo?: LogoPixels;
}

type Document = PDFKit.PDFDocument;

/** Enough for a logo of 40 mm at 600 dots an inch, and little enough for a file to be mailed. */
const mostLogoPixels = 1024;
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
  if (layout.logo && options.logo) placeLogo(document, layout.logo, options.logo);
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

/**
 * The logo as an image of the page: its colours, and beside them its alpha (ISO 32000-1, 11.6.5.3). Written straight
 * from its pixels: the library's own PNG reader starts a worker from a blob for alpha, which a strict policy forbids.
 */
function placeLogo(document: Document, box: { start: number; size: number }, logo: LogoPixels): void {
  const pixels = Math.max(logo.width, logo.height) > mostLogoPixels ? fitLogo(logo, mostLogoPixels) : logo;
  const count = pixels.width * pixels.height;
  const colours = new Uint8Array(count * 3);
  const alphas = new Uint8Array(count);
  for (let at = 0; at < count; at++) {
    for (let channel = 0; channel < 3; channel++) colours[at * 3 + channel] = pixels.rgba[at * 4 + channel]!;
    alphas[at] = pixels.rgba[at * 4 + 3]!;
  }
  const image = {
    Type: "XObject",
    Subtype: "Image",
    Width: pixels.width,
    Height: pixels.height,
    BitsPerComponent: 8,
  };
  const mask = document.ref({ ...image, ColorSpace: "DeviceGray" });
  mask.end(alphas);
  const picture = document.ref({ ...image, ColorSpace: "DeviceRGB", SMask: mask });
  picture.end(colours);
  document.page.xobjects.Logo = picture;
  const scale = box.size / Math.max(pixels.width, pixels.height);
  const width = pixels.width * scale;
  const height = pixels.height * scale;
  const left = box.start + (box.size - width) / 2;
  const bottom = box.start + (box.size + height) / 2;
  document.save().transform(width, 0, 0, -height, left, bottom).addContent("/Logo Do").restore();
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
