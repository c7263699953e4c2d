import type { ContentType } from "@/lib/content/schema";
import type { PictureFormat } from "@/lib/pictures/schema";
import { byteOrderMark, writeLine } from "@/lib/platform/csv";

/** A picture in the archive, and the code that it is of. */
interface FileFacts {
  file: string;
  id: string;
  name: string;
  type: ContentType;
  kind: "dynamic" | "static";
  shortUrl: string | null;
  /** What it holds; of a dynamic code where it leads. */
  content: string;
  /** "1024 px", "30 mm", "vector". */
  size: string;
  bytes: number;
  sha256: string;
}

/** A code, or one file of it, that is not in the archive. */
export interface LeftOut {
  id: string;
  /** Null where there is no such code. */
  name: string | null;
  /** Null: all of its files. */
  format: PictureFormat | null;
  /** Why, in words. */
  reason: string;
}

/** All of the archive, and what is missing from it. */
export interface FilesManifest {
  madeAt: string;
  codes: number;
  files: FileFacts[];
  leftOut: LeftOut[];
}

const heading = [
  "File",
  "Code",
  "Name",
  "Type",
  "Kind",
  "Short URL",
  "Content",
  "Size",
  "Bytes",
  "SHA-256",
  "Left out because",
];

export function writeManifestCsv({ files, leftOut }: FilesManifest): string {
  const lines = files.map((file) =>
    writeLine([
      file.file,
      file.id,
      file.name,
      file.type,
      file.kind,
      file.shortUrl,
      file.content,
      file.size,
      file.bytes,
      file.sha256,
      null,
    ]),
  );
  const missing = leftOut.map(({ id, name, format, reason }) =>
    writeLine([null, id, name, null, null, null, null, format, null, null, reason]),
  );
  return byteOrderMark + [writeLine(heading), ...lines, ...missing].join("");
}

/** One sentence on the whole, for the reader of the archive and for the page that fetched it. */
export function formatManifest({ codes, files, leftOut }: FilesManifest): string {
  const made = `${count(codes, "code")}, ${count(files.length, "file")}.`;
  const codesLeft = new Set(leftOut.map(({ id }) => id)).size;
  if (codesLeft === 0) return made;
  return `${made} ${count(codesLeft, "code")} ${codesLeft === 1 ? "was" : "were"} left out, in part or whole: manifest.csv says why.`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-GB")} ${noun}${number === 1 ? "" : "s"}`;
}
