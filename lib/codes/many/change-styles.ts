import type { Caller } from "@/lib/accounts/schema";
import type { Settings } from "@/lib/qr/schema";
import { hasFrame, isObject } from "../draw/settings";
import { type CodeRow, styleOf } from "../rows";
import type { ManyOutcome } from "../schema";
import { changeEach } from "./change-each";

/** A new frame of which no width is told is so much of each code's own size, as in the editor: it looks the same on all. */
const usualFrameShare = 0.08;
const mostFramePixels = 100;

/**
 * Changes the look of codes: members of `settings`, merged deeply with what each has; null takes one back to its default.
 * Each is drawn and proved to scan before it is stored, and stays as it was where that fails. Throws as `changeEach`.
 *
 * @param settings anything in JSON, judged with each code.
 */
export function changeStyles(
  caller: Caller,
  ids: readonly string[],
  settings: unknown,
): Promise<ManyOutcome[]> {
  const items = ids.map((id) => ({ id }));
  return changeEach(caller, items, { changeOf: (_, row) => ({ settings: fitFrame(row, settings) }) });
}

function fitFrame(row: CodeRow, settings: unknown): unknown {
  if (!isObject(settings)) return settings;
  const { frame } = settings as Settings;
  if (!isObject(frame) || !hasFrame({ frame })) return settings;
  const isNew = frame.size === undefined && !hasFrame(row.settings);
  if (!isNew && frame.size !== null) return settings;
  const { size } = styleOf({ ...row, settings: { ...row.settings, ...sizeOf(settings) } });
  const width = Math.min(mostFramePixels, Math.floor(size / 4), Math.round(size * usualFrameShare));
  return { ...settings, frame: { ...frame, size: width } };
}

/** The size that the same change sets, if it sets one. */
function sizeOf({ size }: { size?: unknown }): Pick<Settings, "size"> {
  return typeof size === "number" ? { size } : {};
}
