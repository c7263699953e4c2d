"use client";

import { useMemo, useRef, useState } from "react";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import { QrSheet } from "../codes/qr-sheet";
import { buildCode } from "../qr-builder/draft/build-code";
import { type Look, plainLook, startDraft } from "../qr-builder/draft/draft";
import { openLook } from "../qr-builder/draft/open-content";
import { largestSize, readSettings } from "../qr-builder/draft/read-settings";
import { callSafely } from "../ui/form/call-safely";
import { toast } from "../ui/toast";
import type { PresetActions } from "./editor-state";

const plain: ListedPreset = { id: "plain", name: "Plain", settings: {} };

interface PresetButtonProps {
  preset: DrawnPreset;
  isChosen: boolean;
  onPress: () => void;
}

export function PresetButton({ preset, isChosen, onPress }: PresetButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      className="group w-19 rounded-medium p-1.5 text-small text-ink-2 hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
    >
      <span className="mx-auto block size-15 group-aria-pressed:outline-2 group-aria-pressed:outline-offset-3 group-aria-pressed:outline-accent">
        <QrSheet {...preset.picture} name="" />
      </span>
      <span className="mt-2 block truncate" title={preset.name}>
        {preset.name}
      </span>
    </button>
  );
}

export interface DrawnPreset extends ListedPreset {
  /** Its small sheet; with a logo, which a page can't hold, where that is. */
  picture: { svg: string } | { src: string };
  /** The look with the picture of its logo; null until that was asked for. */
  whole: Settings | null;
}

export function usePresets(kept: readonly ListedPreset[], origin: string, read: PresetActions["read"]) {
  const [presets, setPresets] = useState(kept);
  const [wholes, setWholes] = useState<ReadonlyMap<string, Settings>>(new Map());
  const chosen = useRef<string | null>(null);
  const drawn = useMemo(
    () => [...presets, plain].map((preset) => draw(preset, origin, wholes.get(preset.id))),
    [presets, origin, wholes],
  );
  const know = (id: string, settings: Settings) => setWholes((now) => new Map(now).set(id, settings));
  return {
    kept: drawn.slice(0, -1),
    all: drawn,
    /** Gives a look whole: what was chosen last, as soon as it is there. */
    async open({ id, whole }: DrawnPreset, take: (settings: Settings) => void) {
      chosen.current = id;
      if (whole !== null) return take(whole);
      const answer = await callSafely(() => read(id));
      if (answer === null) return;
      if ("refusal" in answer) return toast.fault(answer.refusal.sentence ?? "The preset didn't load.");
      know(id, answer.done);
      if (chosen.current === id) take(answer.done);
    },
    add(preset: ListedPreset, whole: Settings) {
      know(preset.id, whole);
      setPresets((now) => [...now, preset]);
    },
    rename: (preset: ListedPreset) =>
      setPresets((now) => now.map((other) => (other.id === preset.id ? preset : other))),
    remove: (id: string) => setPresets((now) => now.filter((other) => other.id !== id)),
  };
}

function draw(preset: ListedPreset, origin: string, known: Settings | undefined): DrawnPreset {
  const { id, settings } = preset;
  if (settings.logo)
    return { ...preset, picture: { src: `/codes/presets/${id}/sheet` }, whole: known ?? null };
  return { ...preset, picture: { svg: drawPreset(preset, origin) }, whole: settings };
}

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
