import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import { buildCode } from "../../maker/draft/build-code";
import { type Look, plainLook, startDraft } from "../../maker/draft/draft";
import { openLook } from "../../maker/draft/open-look";
import { largestSize, readSettings } from "../../maker/draft/read-settings";

/** A preset laid over what is entered: it says nothing of the size. */
export function layPreset(settings: Settings, { size }: Look): Look {
  return { ...openLook({ ...settings, size: null }), size };
}

/** A look as a preset keeps it: pixels of frame and logo only where they were typed, so that else they follow the size. */
export function keepLook(look: Look): Settings {
  const { size: _, frame, logo, ...settings } = readSettings(look, largestSize.stored).settings;
  const { size: frameSize, ...frameRest } = frame ?? {};
  return {
    ...settings,
    ...(frame ? { frame: { ...frameRest, ...(look.frameSize === "" ? {} : { size: frameSize }) } } : {}),
    ...(logo ? { logo } : {}),
  };
}

/** Whether a look is a preset's. */
export function isLookOf(look: Look, settings: Settings): boolean {
  const read = (each: Look) => JSON.stringify(readSettings(each, largestSize.stored).settings);
  return read(look) === read(layPreset(settings, look));
}

/** A preset on a small sheet; at the largest size where its pixels are too many for the usual one. */
export function drawPreset({ settings }: Pick<ListedPreset, "settings">, origin: string): string {
  const draw = (look: Look) =>
    buildCode({ ...startDraft(origin), look }, { maxSize: largestSize.stored }).built?.svg;
  const look = layPreset(settings, plainLook);
  return draw(look) ?? draw({ ...look, size: String(largestSize.stored) }) ?? draw(plainLook) ?? "";
}
