"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** Keys to press together with the one that commands on this machine; as wide before that is known. */
export function Shortcut({ keyName }: { keyName: string }) {
  const isMac = useSyncExternalStore(never, isApple, () => null);
  return (
    <Key>
      <span className="inline-block min-w-6 text-center">{isMac === null ? "" : isMac ? "⌘" : "Ctrl"}</span>
      {keyName}
    </Key>
  );
}

/** A key as it is printed. */
export function Key({ children }: { children: React.ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center gap-0.5 rounded-small border border-line bg-canvas px-1 font-sans text-tiny text-ink-3">
      {children}
    </kbd>
  );
}

let hear: (() => void) | null = null;

/** Opens the palette of the page. */
export function openPalette(): void {
  hear?.();
}

/** The page's one palette; gives back how to leave. */
export function listenForOpening(listener: () => void): () => void {
  hear = listener;
  return () => {
    if (hear === listener) hear = null;
  };
}
