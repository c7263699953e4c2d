"use client";

import { type ComponentType, useEffect, useRef, useState } from "react";
import { toast } from "../ui/toast";
import type { PaletteMeans, PaletteProps } from "./commands";
import { listenForOpening } from "./shortcut";

export function PaletteHost(props: PaletteMeans) {
  const [opening, setOpening] = useState({ isOpen: false, count: 0 });
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  const loading = useRef<"not yet" | "under way" | "done">("not yet");
  useEffect(() => {
    // Each opening starts fresh, also one during the closing of the last; the keys close it again.
    const turn = () =>
      setOpening(({ isOpen, count }) => ({ isOpen: !isOpen, count: count + (isOpen ? 0 : 1) }));
    const open = async () => {
      if (loading.current === "done") return turn();
      if (loading.current === "under way") return;
      loading.current = "under way";
      try {
        const loaded = await import("./palette");
        setPalette(() => loaded.Palette);
        loading.current = "done";
        turn();
      } catch {
        loading.current = "not yet";
        toast.fault("The search didn't load. Check your connection and try again.");
      }
    };
    const press = (event: KeyboardEvent) => {
      const isChord = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
      if (!isChord || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      void open();
    };
    document.addEventListener("keydown", press);
    const leave = listenForOpening(open);
    return () => {
      document.removeEventListener("keydown", press);
      leave();
    };
  }, []);
  const close = () => setOpening(({ count }) => ({ isOpen: false, count }));
  return Palette && <Palette key={opening.count} {...props} isOpen={opening.isOpen} onClose={close} />;
}
