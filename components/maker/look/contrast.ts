import { toSixDigits } from "./colour-field";

/** Contrast ratio of two colours as the page shows it, "21:1" or "4.5:1" (WCAG 2.2); undefined while one is no colour. */
export function sayContrast(dark: string, light: string): string | undefined {
  const one = toSixDigits(dark);
  const other = toSixDigits(light);
  if (one === undefined || other === undefined) return undefined;
  const [low, high] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  const ratio = Math.floor(((high + 0.05) / (low + 0.05)) * 10) / 10;
  return `${ratio}:1`;
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
