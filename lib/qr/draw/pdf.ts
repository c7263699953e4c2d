import PDFDocument from "pdfkit";
import { parseColour, toHex } from "../colour";
import { type Layout, layOut } from "../layout";
import type { LogoPixels, QrMatrix, Style } from "../schema";
import { describeFrame } from "./frame";
import { fitLogo, mostLogoPixels } from "./logo";
import { traceEyes, traceFrame, traceModules } from "./outline";

export interface PdfOptions {
  /** The document's title. */
  title: string;
  /** Width and height of the page in millimetres, quiet zone and frame included. */
  widthMm: number;
  /** The decoded logo, best in its own resolution: up to 1,024 pixels it is embedded as it is, without metadata. */
  logo?: LogoPixels;
}

/** Where a picture lies on a page, in points from its left and top. */
export interface PdfPlace {
  left: number;
  top: number;
  /** Width and height, quiet zone and frame included. */
  side: number;
  logo?: LogoPixels;
  /** The logo is embedded with so many pixels a side at most; 1,024 where left out. */
  mostLogoPixels?: number;
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
  const side = options.widthMm * pointsPerMm;
  const document = new PDFDocument({
    size: [side, side],
    margin: 0,
    font: null as unknown as string,
    displayTitle: true,
    info: { Title: options.title, Creator: "Quietzone", CreationDate: fixedDate },
  });
  const finished = collectPdf(document);
  drawOnPdf(document, matrix, style, { left: 0, top: 0, side, ...(options.logo && { logo: options.logo }) });
  document.end();
  return finished;
}

/** The same picture on the present page of another document. */
export function drawOnPdf(document: Document, matrix: QrMatrix, style: Style, place: PdfPlace): void {
  const layout = layOut(matrix, style);
  document
    .save()
    .translate(place.left, place.top)
    .scale(place.side / layout.width);
  if (!style.transparent)
    document.rect(0, 0, layout.width, layout.width).fill(choosePaint(style.color.light));
  drawFrame(document, layout, style);
  drawSymbol(document, layout, style);
  if (layout.logo && place.logo) {
    placeLogo(document, layout.logo, embedLogo(document, place.logo, place.mostLogoPixels ?? mostLogoPixels));
  }
  document.restore();
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

/** An image of a document, and the name by which its pages call it. */
interface EmbeddedLogo {
  name: string;
  width: number;
  height: number;
  picture: PDFKit.PDFKitReference;
}

/** What is in a document already: a logo that many codes share is embedded once. */
const embedded = new WeakMap<Document, Map<LogoPixels, EmbeddedLogo>>();

/**
 * The logo as an image: its colours, and beside them its alpha (ISO 32000-1, 11.6.5.3). Written straight from its
 * pixels: the library's own PNG reader starts a worker from a blob for alpha, which a strict policy forbids.
 */
function embedLogo(document: Document, logo: LogoPixels, mostPixels: number): EmbeddedLogo {
  const known = embedded.get(document) ?? new Map<LogoPixels, EmbeddedLogo>();
  embedded.set(document, known);
  const pixels = Math.max(logo.width, logo.height) > mostPixels ? fitLogo(logo, mostPixels) : logo;
  const there = known.get(pixels);
  if (there) return there;
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
  const made = {
    name: known.size === 0 ? "Logo" : `Logo${known.size + 1}`,
    width: pixels.width,
    height: pixels.height,
    picture,
  };
  known.set(pixels, made);
  return made;
}

function placeLogo(document: Document, box: { start: number; size: number }, logo: EmbeddedLogo): void {
  document.page.xobjects[logo.name] = logo.picture;
  const scale = box.size / Math.max(logo.width, logo.height);
  const width = logo.width * scale;
  const height = logo.height * scale;
  const left = box.start + (box.size - width) / 2;
  const bottom = box.start + (box.size + height) / 2;
  document.save().transform(width, 0, 0, -height, left, bottom).addContent(`/${logo.name} Do`).restore();
}

/** All bytes of a document, once it was ended. */
export function collectPdf(document: Document): Promise<Uint8Array> {
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
