import type { Scannability } from "@/lib/qr/schema";
import type { Built } from "../draft/build-code";
import type { Grade } from "./protocol";

/**
 * The grade as it is shown. What did not give its content back is not to be printed, whatever single tests say. Without a
 * background it was read on white paper, so the background is the first thing to bring back.
 */
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
