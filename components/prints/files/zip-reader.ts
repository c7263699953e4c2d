/** A local file header whose sizes follow its data, with a name in UTF-8 (APPNOTE 4.3.7, 4.4.4): how each file of ours begins. */
const fileStart = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08];
/** The end of central directory record (APPNOTE 4.3.16), and where in it the length of the comment stands. */
const archiveEnd = [0x50, 0x4b, 0x05, 0x06];
const endLength = 22;
const longestComment = 0xffff;

/** Counts the files of an archive while its pieces come. */
export class FileCounter {
  count = 0;
  /** How many bytes of the pattern the last ones are. */
  #matched = 0;

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      if (byte === fileStart[this.#matched]) this.#matched += 1;
      // The pattern's first byte stands in it once, so nothing else of what matched can begin it anew.
      else this.#matched = byte === fileStart[0] ? 1 : 0;
      if (this.#matched < fileStart.length) continue;
      this.count += 1;
      this.#matched = 0;
    }
  }
}

/** The comment at the end of a whole archive; null where the end is missing. */
export async function readComment(archive: Blob): Promise<string | null> {
  const tail = new Uint8Array(
    await archive.slice(Math.max(0, archive.size - endLength - longestComment)).arrayBuffer(),
  );
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (!archiveEnd.every((byte, index) => tail[at + index] === byte)) continue;
    const length = (tail[at + 20] ?? 0) + 256 * (tail[at + 21] ?? 0);
    if (at + endLength + length === tail.length)
      return new TextDecoder().decode(tail.subarray(at + endLength));
  }
  return null;
}
