/**
 * A colour of the settings as 0xRRGGBB.
 *
 * @param hex `#RGB` or `#RRGGBB` in any case, as `colourSchema` lets it pass.
 */
export function parseColour(hex: string): number {
  if (hex.length !== 4) return Number.parseInt(hex.slice(1), 16);
  const short = Number.parseInt(hex.slice(1), 16);
  return ((short & 0xf00) * 0x1100) | ((short & 0x0f0) * 0x110) | ((short & 0x00f) * 0x11);
}

/** The same colour as `#rrggbb`: what SVG is given, whatever was sent. */
export function toHex(colour: number): string {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** The colour a share of the way from one to another, in sRGB as browsers and PDF viewers blend. */
export function mixColours(from: number, to: number, share: number): number {
  let mixed = 0;
  for (const shift of [16, 8, 0]) {
    const start = (from >> shift) & 0xff;
    const end = (to >> shift) & 0xff;
    mixed |= Math.round(start + (end - start) * share) << shift;
  }
  return mixed;
}

/** Grey value as cameras and readers compute it, 0 to 255: ITU-R BT.601. */
export function measureBrightness(colour: number): number {
  return (306 * (colour >> 16) + 601 * ((colour >> 8) & 0xff) + 117 * (colour & 0xff)) / 1024;
}

/** Relative luminance, 0 (black) to 1 (white): WCAG 2.2, "relative luminance". */
export function measureLuminance(colour: number): number {
  return (
    0.2126 * toLinear(colour >> 16) +
    0.7152 * toLinear((colour >> 8) & 0xff) +
    0.0722 * toLinear(colour & 0xff)
  );
}

function toLinear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Contrast ratio of two colours, 1 to 21, whichever is the lighter: WCAG 2.2, "contrast ratio". */
export function measureContrast(one: number, other: number): number {
  const a = measureLuminance(one);
  const b = measureLuminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
