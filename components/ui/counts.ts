const numbers = new Intl.NumberFormat("en-GB");

/** `46,198`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** `scan` of one, else `scans`; a plural that is more than an s longer is told. */
export function nounOf(count: number, noun: string, plural = `${noun}s`): string {
  return count === 1 ? noun : plural;
}

/** `1 scan`, `46,198 scans`. */
export function countOf(count: number, noun: string, plural?: string): string {
  return `${formatCount(count)} ${nounOf(count, noun, plural)}`;
}
