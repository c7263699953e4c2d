import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { type Box, placeLabel, type Sheet } from "@/lib/prints/sheets";

const dotsPerInch = 300;
const dotsPerMm = dotsPerInch / 25.4;

/**
 * What each label of a PDF says where the sheet's measures put it, from the first place on: drawn by Poppler and read by ZBar,
 * neither of which the service uses. Null where nothing is read.
 */
export async function readLabels(pdf: Uint8Array, sheet: Sheet): Promise<(string | null)[]> {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-labels-"));
  try {
    writeFileSync(join(folder, "labels.pdf"), pdf);
    execFileSync("pdftoppm", ["-png", "-gray", "-r", String(dotsPerInch), "labels.pdf", "page"], {
      cwd: folder,
    });
    const pages = readdirSync(folder)
      .filter((name) => name.startsWith("page"))
      .sort();
    const names: string[] = [];
    for (const [page, name] of pages.entries()) {
      const picture = sharp(readFileSync(join(folder, name)));
      const ofSheet = sheet.columns * sheet.rows;
      for (let at = 0; at < ofSheet; at++) {
        const label = `label-${String(page * ofSheet + at).padStart(5, "0")}.png`;
        await picture
          .clone()
          .extract(cut(placeLabel(sheet, at).box))
          .toFile(join(folder, label));
        names.push(label);
      }
    }
    return readEach(folder, names);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cut({ left, top, width, height }: Box) {
  const dots = (mm: number) => Math.round(mm * dotsPerMm);
  return { left: dots(left), top: dots(top), width: dots(width), height: dots(height) };
}

function readEach(folder: string, names: readonly string[]): (string | null)[] {
  // It ends with 4 where any picture has no code.
  const { stdout } = spawnSync("zbarimg", ["--quiet", "--xml", "-Sdisable", "-Sqrcode.enable", ...names], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const found = new Map<string, string>();
  for (const part of stdout.split("<source ").slice(1)) {
    const source = /^href='([^']+)'/.exec(part)?.[1];
    const text = /<data[^>]*><!\[CDATA\[([\s\S]*?)\]\]><\/data>/.exec(part)?.[1];
    if (source !== undefined && text !== undefined) found.set(source, text);
  }
  return names.map((name) => found.get(name) ?? null);
}
