import type { Caller } from "@/lib/accounts/schema";
import { getPreset } from "@/lib/presets";
import type { Settings } from "@/lib/qr/schema";

/** What the editor takes where nothing is said, so that a code is the same whichever way it came. */
const usualSize = 1_024;

/** The look of all codes of an import. Throws `not_found` for a preset that is gone, or another's. */
export async function readStyle(caller: Caller, presetId: string | null): Promise<Settings> {
  if (presetId === null) return { size: usualSize };
  const { settings } = await getPreset(caller, presetId);
  return { ...settings, size: usualSize };
}
