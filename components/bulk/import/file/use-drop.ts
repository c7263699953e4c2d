"use client";

import { useEffect, useRef, useState } from "react";

/** Takes what is dropped anywhere on the page, files or text; tells whether something is held over it. */
export function useDrop(onFiles: (files: readonly File[]) => void, onText: (text: string) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef({ onFiles, onText });
  take.current = { onFiles, onText };
  useEffect(() => {
    // Each element on the way says that it is entered and left.
    let depth = 0;
    const move = (event: DragEvent, by: number) => {
      if (!isTaken(event)) return;
      event.preventDefault();
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const enter = (event: DragEvent) => move(event, 1);
    const leave = (event: DragEvent) => move(event, -1);
    const over = (event: DragEvent) => move(event, 0);
    const drop = (event: DragEvent) => {
      if (!isTaken(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      const text = event.dataTransfer?.getData("text/plain") ?? "";
      if (files.length > 0 || text === "") take.current.onFiles(files);
      else take.current.onText(text);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    for (const [name, listener] of Object.entries(listeners))
      addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        removeEventListener(name, listener as EventListener);
    };
  }, []);
  return isOver;
}

/** A field takes text by itself. */
function isTaken({ dataTransfer, target }: DragEvent): boolean {
  const kinds = dataTransfer?.types ?? [];
  if (kinds.includes("Files")) return true;
  const isField = target instanceof Element && target.closest("input, textarea") !== null;
  return kinds.includes("text/plain") && !isField;
}
