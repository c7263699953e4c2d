import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Geist, under the SIL Open Font License, which lets documents embed it (OFL 1.1, FAQ 1.11). What is embedded is what is used of it. */
const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve("geist/font")), "fonts");

export const fontFiles = {
  words: () => readFileSync(join(folder, "geist-sans", "Geist-Medium.ttf")),
  address: () => readFileSync(join(folder, "geist-mono", "GeistMono-Regular.ttf")),
};
