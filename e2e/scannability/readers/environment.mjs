// The readers that are no part of the service: zxing, OpenCV and zbar for Python, with segno, another encoder.
// `npm run readers` and .ci/run make their virtual environment; a test that needs it creates it where it is missing.
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensurePython } from "../../support/python-environment.mjs";

/** The Python that has the readers; made where it is missing, which takes half a minute and a download of 100 MB. */
export function ensureReaders() {
  return ensurePython({
    name: "readers",
    requirements: fileURLToPath(new URL("requirements.txt", import.meta.url)),
    probe: "import cv2, segno, zxingcpp; from pyzbar import pyzbar",
    remedy:
      "The readers for the corpus of codes are missing and could not be installed. Install python3-venv and zbar-tools, " +
      "allow pip to reach its index, and run npm run readers.",
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.stdout.write(`${ensureReaders()}\n`);
