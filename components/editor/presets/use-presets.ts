"use client";

import { useMemo, useRef, useState } from "react";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import { callSafely } from "../../ui/form/call-safely";
import { say } from "../../ui/say";
import type { PresetActions } from "../actions";
import { drawPreset } from "./preset-looks";

export interface DrawnPreset extends ListedPreset {
  /** Its small sheet; with a logo, which a page can't hold, where that is. */
  picture: { svg: string } | { src: string };
  /** The look with the picture of its logo; null until that was asked for. */
  whole: Settings | null;
}

const plain: ListedPreset = { id: "plain", name: "Plain", settings: {} };

/** The account's presets with their sheets, and the plain look, which is always there. */
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
      if ("refusal" in answer) return say.fault(answer.refusal.sentence ?? "The preset didn't load.");
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
