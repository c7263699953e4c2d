import type { Warning } from "@/lib/platform/errors";
import type { Distortion, QrMatrix, Scannability, Settings, Style } from "@/lib/qr/schema";
import type { Built } from "../draft/build-code";

export interface GradeRequest {
  id: number;
  payload: string;
  matrix: QrMatrix;
  style: Style;
  withTests: boolean;
}

export type TestPictures = Record<Distortion, ImageData>;

export interface Grade {
  /** The finished pixels gave their content back; always true where the look is the default. */
  isProven: boolean;
  scannability: Scannability;
  /** Of what shows in the finished picture alone. */
  warnings: Warning[];
  tests: TestPictures | null;
}

/** `failure`: the logo can't be decoded here, or the reader didn't load. */
export type GradeReply = { id: number } & ({ grade: Grade } | { failure: string });

/** The grade as shown. What did not read back is not to be printed. Without a background, adding one is the first fix. */
export function judge({ isProven, scannability }: Grade, { style }: Built): Scannability {
  if (isProven) return scannability;
  const remedy = {
    advice: "This picture doesn't scan on white paper: keep its background.",
    fix: { transparent: false },
  };
  return {
    ...scannability,
    verdict: "do_not_print",
    weakest: { ...scannability.weakest, ...(style.transparent && remedy) },
  };
}

/** Warnings of the style and of the finished picture; of light on dark only where no fix is offered, which says the same. */
export function listWarnings({ warnings }: Built, grade: Grade | null, fix: Settings | undefined): Warning[] {
  const all = [...warnings, ...(grade?.warnings ?? [])];
  return all.filter(({ code }) => fix === undefined || code !== "inverted_colors");
}

export function nameFix(fix: Settings): string {
  if (fix.color?.dark && fix.color.light) return "Swap the colours";
  if (fix.color?.dark) return `Use ${fix.color.dark.toUpperCase()}`;
  if (fix.color?.light) return `Use ${fix.color.light.toUpperCase()}`;
  if (fix.eyes?.color) return `Use ${fix.eyes.color.toUpperCase()} eyes`;
  if (fix.transparent === false) return "Keep the background";
  if (fix.quietZone) return `Leave ${fix.quietZone} modules`;
  if (fix.logo?.size) return `Shrink the logo to ${fix.logo.size}`;
  if (fix.size) return `Draw at ${fix.size} pixels`;
  if (fix.modules?.shape) return `Use ${fix.modules.shape} modules`;
  if (fix.eyes?.shape) return `Use ${fix.eyes.shape} eyes`;
  return "Fix it";
}
