import { maxFileBytes } from "@/lib/imports/schema";

/** What a file says, and in which letters it was written. */
export type ReadText = { text: string; encoding: string } | { refusal: string };

/** Beginnings of files that are no text, and what to do with them. */
const strangers: readonly [bytes: readonly number[], advice: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    "That is an Excel or LibreOffice workbook. Save the sheet as CSV UTF-8 there, or copy its rows and paste them here.",
  ],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    "That is an old Excel workbook. Save the sheet as CSV there, or copy its rows and paste them here.",
  ],
  [[0x25, 0x50, 0x44, 0x46], "That is a PDF. An import takes a CSV file."],
  [[0x89, 0x50, 0x4e, 0x47], "That is a picture. An import takes a CSV file."],
  [[0xff, 0xd8, 0xff], "That is a picture. An import takes a CSV file."],
  [[0x1f, 0x8b], "That is a compressed file. Unpack it first."],
];

/**
 * The text of a file. UTF-8 and UTF-16 are known by their marks and their pattern; what is no UTF-8 is taken for
 * Windows-1252, which older programs of western Europe write.
 */
export function readBytes(bytes: Uint8Array): ReadText {
  if (bytes.length === 0) return { refusal: "The file is empty." };
  if (bytes.length > maxFileBytes) return { refusal: sayTooLarge(bytes.length) };
  const stranger = strangers.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (stranger !== undefined) return { refusal: stranger[1] };
  const wide = findWide(bytes);
  if (wide !== null) return decode(bytes, wide, "UTF-16");
  if (bytes.includes(0)) return { refusal: "That is no text. An import takes a CSV file." };
  const utf8 = decode(bytes, "utf-8", "UTF-8");
  return "refusal" in utf8 ? decode(bytes, "windows-1252", "Windows-1252") : utf8;
}

function decode(bytes: Uint8Array, label: string, encoding: string): ReadText {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding };
  } catch {
    return { refusal: `Parts of the file are no ${encoding}. Save it as CSV UTF-8, then choose it again.` };
  }
}

/** With its mark, or by letters whose other half is zero nearly everywhere. */
function findWide(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 400);
  if (bytes.length % 2 === 1 || sample.length < 8) return null;
  const zeros = [0, 1].map((half) => sample.filter((byte, at) => at % 2 === half && byte === 0).length);
  const most = sample.length / 2;
  if ((zeros[1] ?? 0) > most * 0.7 && zeros[0] === 0) return "utf-16le";
  if ((zeros[0] ?? 0) > most * 0.7 && zeros[1] === 0) return "utf-16be";
  return null;
}

export function sayTooLarge(bytes: number): string {
  const size = (bytes / 1024 / 1024).toFixed(1);
  return `The file has ${size} MB; an import takes 2 MB. Split it, and import one part after the other.`;
}
