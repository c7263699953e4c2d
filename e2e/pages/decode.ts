import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { readCode } from "../support/public-api";

/** What a picture of a picture says: an SVG drawn at 1,024 pixels on white paper. */
export async function readSvg(svg: Uint8Array): Promise<string | undefined> {
  const png = await sharp(svg, { density: 96 })
    .resize(1_024)
    .flatten({ background: "white" })
    .png()
    .toBuffer();
  return readCode(png);
}

/** What the first page of a PDF says at 200 dots an inch. */
export async function readPdf(pdf: Uint8Array): Promise<string | undefined> {
  return inFolder((folder) => {
    writeFileSync(join(folder, "code.pdf"), pdf);
    execFileSync("pdftoppm", ["-png", "-r", "200", "-singlefile", "code.pdf", "page"], { cwd: folder });
    return readCode(readFileSync(join(folder, "page.png")));
  });
}

/** Width and height of the first page in millimetres. */
export function measurePdf(pdf: Uint8Array): Promise<[number, number]> {
  return inFolder(async (folder) => {
    writeFileSync(join(folder, "code.pdf"), pdf);
    const out = execFileSync("pdfinfo", ["code.pdf"], { cwd: folder, encoding: "utf8" });
    const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(out) ?? [];
    return [(Number(width) * 25.4) / 72, (Number(height) * 25.4) / 72];
  });
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-pages-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pixels of a PNG, 4 bytes each. */
export async function pixelsOf(png: Uint8Array): Promise<Buffer> {
  return sharp(png).ensureAlpha().raw().toBuffer();
}
