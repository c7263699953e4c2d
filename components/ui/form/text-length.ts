import { formatCount } from "../counts";

/** Returns the error for a text of more than `most` characters, counted in code points; undefined for a text that fits. */
export function formatTooLong(noun: string, most: number, value: string): string | undefined {
  const { length } = [...value];
  if (length <= most) return undefined;
  return `${noun} has at most ${formatCount(most)} characters. This one has ${formatCount(length)}.`;
}

/** Returns a function that gives the error for a text that its schema refuses: `empty`, if given, for a blank one. */
export function formatLength(noun: string, most: number, empty?: string): (value: string) => string {
  return (value) => {
    if (empty !== undefined && value.trim() === "") return empty;
    return formatTooLong(noun, most, value) ?? `${noun} can't contain control characters. Remove them.`;
  };
}
