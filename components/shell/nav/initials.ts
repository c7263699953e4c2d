/** At most two letters for a round mark: of the first and the last word. A letter may be several code units. */
export function initialsOf(name: string): string {
  const words = name
    .split("@")[0]!
    .split(/[\s._-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
  const letters = chosen.map((word) => {
    const [first] = [...segments.segment(word.replace(/^[^\p{L}\p{N}]+/u, ""))];
    return first?.segment ?? "";
  });
  return letters.join("").toUpperCase() || "?";
}
