import type { Distortion, Scannability } from "@/lib/qr/schema";

/** The verdicts of the grade in words; never colour alone. */
export const verdictWords: Record<Scannability["verdict"], { words: string; tone: "ok" | "warn" | "stop" }> =
  {
    scans_anywhere: { words: "Scans anywhere", tone: "ok" },
    scans_well: { words: "Scans well", tone: "ok" },
    scans_with_care: { words: "Scans, with care", tone: "warn" },
    do_not_print: { words: "Don't print this", tone: "stop" },
  };

export const caseWords: Record<Distortion, string> = {
  blur: "Blur",
  smallPrint: "Small print",
  lowContrast: "Low contrast",
  rotation: "Rotation",
  noise: "Noise",
};
