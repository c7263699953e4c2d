import { formatCount } from "../counts";

/** What a form says at a text with more characters than its schema takes; undefined for one of this length. */
export function formatTooLong(noun: string, most: number, value: string): string | undefined {
  const { length } = [...value];
  if (length <= most) return undefined;
  return `${noun} has at most ${formatCount(most)} characters. This one has ${formatCount(length)}.`;
}

/** What a form says at a text that its schema refuses; without `empty` the text may be left out. */
export function formatLength(noun: string, most: number, empty?: string): (value: string) => string {
  return (value) => {
    if (empty !== undefined && value.trim() === "") return empty;
    return formatTooLong(noun, most, value) ?? `${noun} can't contain control characters. Remove them.`;
  };
}
