/** Room in a name for its number, its ending and a folder: file systems take 255 bytes, Windows 260 characters of a whole path. */
const longestStem = { characters: 80, bytes: 180 };

/** What Windows refuses in a name, and control characters. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu;
/** Not seen, and able to make a name look like another; a joiner alone holds signs together. */
const hidden = /(?!\u200D)\p{Cf}|[\p{Zl}\p{Zp}]/gu;
/** Names of devices on Windows, whatever ending they have (Microsoft, "Naming Files, Paths, and Namespaces"). */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])(?=$|[.\s])/iu;

/** The part of a file's name that tells what it is: taken by every system, never empty, at most 80 characters. */
export function nameStem(name: string): string {
  const safe = name.normalize("NFC").replaceAll(hidden, "").replaceAll(unsafe, "-").replaceAll(/\s+/gu, " ");
  const stem = cut(safe).replaceAll(/^[\s.]+|[\s.]+$/gu, "");
  if (stem === "") return "code";
  return reserved.test(stem) ? `_${stem}` : stem;
}

/** `007 Menu, table 4`: the number makes it the only one, on systems too that take capitals for small letters. */
export function nameNumbered(name: string, place: number, of: number): string {
  const number = String(place + 1).padStart(Math.max(3, String(of).length), "0");
  return `${number} ${nameStem(name)}`;
}

/** Whole signs alone, so that no letter loses its accent. */
function cut(name: string): string {
  let kept = "";
  let characters = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name)) {
    characters += segment.length;
    if (characters > longestStem.characters || Buffer.byteLength(kept + segment) > longestStem.bytes) break;
    kept += segment;
  }
  return kept;
}
