"use client";

import { useCallback, useEffect, useState } from "react";
import { type Draft, startDraft } from "./draft";
import { mendDraft } from "./mend-draft";

const key = "quietzone.draft.1";

/**
 * The draft, kept in this tab's sessionStorage so that it survives a reload. It is never sent anywhere, and a Wi-Fi
 * password is not kept. The server draws the starting draft; what was kept comes in after the page has woken up.
 */
export function useDraft(address: string) {
  const [draft, setDraft] = useState(() => startDraft(address));
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    const kept = readKept(address);
    if (kept) setDraft(kept);
    setRestored(true);
  }, [address]);
  useEffect(() => {
    if (!isRestored) return;
    const later = setTimeout(() => keep(draft), 200);
    return () => clearTimeout(later);
  }, [draft, isRestored]);
  const change = useCallback((part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })), []);
  return { draft, change };
}

export type ChangeDraft = (part: Partial<Draft>) => void;

function readKept(address: string): Draft | null {
  try {
    return mendDraft(JSON.parse(sessionStorage.getItem(key) ?? "null"), startDraft(address));
  } catch {
    return null;
  }
}

function keep(draft: Draft): void {
  const kept: Draft = { ...draft, wifi: { ...draft.wifi, password: "" } };
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden: then the draft lives as long as the page.
  }
}
