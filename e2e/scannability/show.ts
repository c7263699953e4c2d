import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { encodeContent } from "@/lib/content";
import { pictureThreads, renderPicture } from "@/lib/pictures";
import { type Picture, publicOwner } from "@/lib/pictures/schema";
import { ServiceError } from "@/lib/platform/errors";
import { measureModule } from "@/lib/qr";
import { type Case, readerWarnings } from "./cases";
import type { Shown } from "./evaluate";
import { askReaders } from "./readers";

/** Draws the cases and shows each to the readers; null where the service refuses to draw one. */
export async function showCases(cases: readonly Case[]): Promise<(Shown | null)[]> {
  const drawn: (Drawn | null)[] = [];
  // One after the other for each thread: what waits for a thread is refused after five seconds, which pass on a busy machine.
  for (let start = 0; start < cases.length; start += pictureThreads) {
    drawn.push(...(await Promise.all(cases.slice(start, start + pictureThreads).map(drawCase))));
  }
  const folder = await mkdtemp(join(tmpdir(), "quietzone-codes-"));
  try {
    const tasks: object[] = [];
    for (const one of drawn.filter((each) => each !== null)) {
      const file = join(folder, `${tasks.length}.png`);
      await writeFile(file, await toPng(one.picture));
      const { style, matrix } = one.picture;
      const module = measureModule(matrix, style);
      tasks.push({ file, payload: one.payload, module, level: style.errorCorrectionLevel });
    }
    const answers = await askReaders("read.py", tasks);
    return drawn.map((one) =>
      one === null ? null : { ...(answers.shift() as Shown), isWarned: isWarned(one) },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isWarned = ({ picture }: Drawn) => picture.warnings.some(({ code }) => readerWarnings.includes(code));

interface Drawn {
  payload: string;
  picture: Picture;
}

/** Draws a case, at the least size of its symbol where the size is less; null where the service refuses its look. */
async function drawCase({ content, settings, format }: Omit<Case, "rows">): Promise<Drawn | null> {
  const { payload } = encodeContent(content.type, content.content);
  try {
    const request = { owner: publicOwner, payload, settings, format, grade: false };
    return { payload, picture: await renderPicture(request) };
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const [detail] = fault.details ?? [];
    if (fault.code === "size_too_small")
      return drawCase({ content, format, settings: { ...settings, size: detail?.min as number } });
    if (fault.code === "not_scannable" || fault.code === "contrast_too_low") return null;
    throw fault;
  }
}

let pdfium: Promise<PDFiumLibrary> | undefined;

/** The file as a viewer shows it: SVG by librsvg, PDF by PDFium, as wide as the picture was asked for. */
async function toPng({ bytes, mediaType, style }: Picture): Promise<Buffer> {
  if (mediaType === "image/png") return bytes;
  if (mediaType === "image/svg+xml") {
    // Where logos are read, the loaders of all other formats are blocked for the whole process.
    sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
    return sharp(bytes).png().toBuffer();
  }
  pdfium ??= PDFiumLibrary.init();
  const document = await (await pdfium).loadDocument(bytes);
  try {
    const side = style.size + (style.frame.style === "square" ? 0 : 2 * style.frame.size);
    const { data } = await document
      .getPage(0)
      .render({ width: side, height: side, scale: 1, render: "bitmap", colorSpace: "Gray" });
    return await sharp(data, { raw: { width: side, height: side, channels: 1 } })
      .png()
      .toBuffer();
  } finally {
    document.destroy();
  }
}
