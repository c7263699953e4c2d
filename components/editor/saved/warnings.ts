import type { Warning } from "@/lib/platform/errors";

/** What stands beside the sheet or beside Save before one saves. */
const saidBefore = new Set([
  "frame_requires_pro",
  "local_base_url",
  "low_contrast",
  "inverted_colors",
  "small_quiet_zone",
  "light_frame",
]);

/** The warnings of an answer that the page has not said. */
export function listNews(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }) => !saidBefore.has(code));
}

/** In the words of the page; what it has none for is said as the interface says it. */
const words: Record<string, string> = {
  static_image_changed:
    "What is printed doesn't change: it goes on opening what it holds. Print the new picture.",
};

export function sayWarning({ code, message }: Warning): string {
  return words[code] ?? message;
}
