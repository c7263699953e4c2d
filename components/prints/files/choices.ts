export const pixelSizes = [256, 512, 1024, 2048, 4096] as const;
export const printWidths = [20, 30, 40, 50, 80, 100, 150, 200] as const;
export const fileFormats = ["png", "svg", "pdf"] as const;
export type FileFormat = (typeof fileFormats)[number];

/** Which files, and how large. */
export interface FileChoices {
  formats: readonly FileFormat[];
  size: number;
  mm: number;
}

export const usualFiles: FileChoices = { formats: ["png"], size: 1024, mm: 30 };
export const filesKey = "quietzone-files";

/** What was kept, as far as it is still offered. */
export function readFileChoices(kept: unknown): FileChoices | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { formats, size, mm } = kept as Record<string, unknown>;
  const chosen = Array.isArray(formats) ? fileFormats.filter((format) => formats.includes(format)) : [];
  return {
    formats: chosen.length > 0 ? chosen : usualFiles.formats,
    size: pixelSizes.find((choice) => choice === size) ?? usualFiles.size,
    mm: printWidths.find((choice) => choice === mm) ?? usualFiles.mm,
  };
}
