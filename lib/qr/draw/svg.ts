import { parseColour, toHex } from "../colour";
import { type Layout, layOut } from "../layout";
import type { QrMatrix, Style } from "../schema";
import { describeFrame } from "./frame";
import { formatNumber, traceEyes, traceFrame, traceModules } from "./outline";

export interface SvgOptions {
  /** What a screen reader says; any string. */
  title: string;
  /** A data URL drawn instead of the style's own logo, such as the same picture without its metadata. */
  logoUrl?: string;
  /** Pixels that it is shown wide and high; as many as the picture has where left out. */
  shownWidth?: number;
}

/**
 * The picture as an SVG document with the pixel geometry of `drawRaster`: one path for the modules, one for eyes of a
 * look of their own, the frame as one stroke, the logo as a data URI. A transparent picture has no ground.
 */
export function drawSvg(matrix: QrMatrix, style: Style, options: SvgOptions): string {
  const layout = layOut(matrix, style);
  const { width } = layout;
  const shown = options.shownWidth ?? width;
  const logoUrl = layout.logo && (options.logoUrl ?? style.logo?.dataUrl);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg"${logoUrl ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : ""} ` +
      `width="${shown}" height="${shown}" viewBox="0 0 ${width} ${width}" role="img">`,
    `<title>${escapeXml(options.title)}</title>`,
  ];
  if (!style.transparent)
    parts.push(`<path fill="${paint(style.color.light)}" d="M0 0h${width}v${width}h-${width}z"/>`);
  parts.push(writeFrame(layout, style), writeSymbol(layout, style));
  if (layout.logo && logoUrl) {
    const { start, size } = layout.logo;
    parts.push(
      `<image x="${start}" y="${start}" width="${size}" height="${size}" xlink:href="${escapeXml(logoUrl)}"/>`,
    );
  }
  return `${parts.join("")}</svg>`;
}

function writeFrame(layout: Layout, style: Style): string {
  if (style.frame.style === "square") return "";
  const stroke = describeFrame(style.frame.style, layout.size, layout.frame);
  const { dash } = stroke;
  let dashes = "";
  if (dash) {
    const start = dash.length / 2 + (dash.perSide % 2 === 0 ? 0 : dash.period / 2);
    dashes =
      ` stroke-linecap="round" stroke-dasharray="${formatNumber(dash.length)} ` +
      `${formatNumber(dash.period - dash.length)}" stroke-dashoffset="${formatNumber(start)}"`;
  }
  return (
    `<path fill="none" stroke="${paint(style.frame.color)}" stroke-width="${stroke.thickness}"${dashes} ` +
    `d="${traceFrame(stroke, layout.width / 2)}"/>`
  );
}

/** Square modules are told to be drawn without smoothing: their edges lie on whole pixels at the picture's own size. */
function writeSymbol(layout: Layout, style: Style): string {
  const { origin, module, modules } = layout;
  const square = style.modules.shape === "square";
  const ownEyes =
    !square || style.eyes.shape !== "square" || paint(style.eyes.color) !== paint(style.color.dark);
  const place = `transform="translate(${origin} ${origin})scale(${module})"`;
  const write = (colour: string, crisp: boolean, rule: string, data: string) =>
    `<path ${place} fill="${paint(colour)}"${crisp ? ' shape-rendering="crispEdges"' : ""}${rule} d="${data}"/>`;
  const modulePath = write(style.color.dark, square, "", traceModules(layout, style.modules.shape, !ownEyes));
  if (!ownEyes) return modulePath;
  const eyes = traceEyes(modules, style.eyes.shape);
  return modulePath + write(style.eyes.color, style.eyes.shape === "square", ' fill-rule="evenodd"', eyes);
}

/** Only digits of a colour leave here, whatever the style holds. */
function paint(hex: string): string {
  return toHex(parseColour(hex));
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text safe in an element and in a quoted attribute; what XML 1.0 forbids (2.2, Char) becomes U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replace(/[&<>"']/g, (character) => entities[character]!);
}
