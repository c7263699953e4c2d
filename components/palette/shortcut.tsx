"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

export function Shortcut({ keyName }: { keyName: string }) {
  const isMac = useSyncExternalStore(never, isApple, () => null);
  return (
    <Key>
      <span className="inline-block min-w-6 text-center">{isMac === null ? "" : isMac ? "⌘" : "Ctrl"}</span>
      {keyName}
    </Key>
  );
}

export function Key({ children }: { children: React.ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center gap-0.5 rounded-small border border-line bg-canvas px-1 font-sans text-tiny text-ink-3">
      {children}
    </kbd>
  );
}

let hear: (() => void) | null = null;

export function openPalette(): void {
  hear?.();
}

export function listenForOpening(listener: () => void): () => void {
  hear = listener;
  return () => {
    if (hear === listener) hear = null;
  };
}
