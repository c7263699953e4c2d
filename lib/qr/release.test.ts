import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { rasterToRgba } from "./draw/raster";
import { drawRaster } from "./files";
import { drawSvg, encodeMatrix, resolveStyle, symbolFor } from "./index";
import { drawingRelease } from "./release";
import type { Settings } from "./schema";

const looks: Settings[] = [
  {},
  { color: { dark: "#1B1F4B", light: "#FFF4D6" }, quietZone: 2, size: 500 },
  { modules: { shape: "dots" }, eyes: { shape: "circle", color: "#7A1F3D" } },
  { modules: { shape: "rounded" }, eyes: { shape: "rounded" }, transparent: true },
  { frame: { style: "circle", color: "#333333", size: 20 }, errorCorrectionLevel: "H" },
];

const payloads = [
  "https://example.com/r/abcd1234",
  "Grüße aus Bergen",
  "Café Zürich 123456789",
  "Süße Grüße aus Köln, Düsseldorf und Münster über Öhringen",
];

/** What codes of many looks are drawn as, in one word. */
function drawAll(): string {
  const hash = createHash("sha256");
  for (const settings of looks) {
    for (const payload of payloads) {
      const matrix = encodeMatrix(payload, symbolFor(settings));
      const { style } = resolveStyle(settings, matrix);
      hash.update(rasterToRgba(drawRaster(matrix, style))).update(drawSvg(matrix, style, { title: "Menu" }));
    }
  }
  return hash.digest("base64url").slice(0, 16);
}

it("drawingRelease must be raised when any drawing changes", () => {
  expect({ drawingRelease, drawn: drawAll() }).toEqual({ drawingRelease: 3, drawn: "q2GKQIgI9nooeSCU" });
});
