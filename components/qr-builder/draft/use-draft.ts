"use client";

import { useCallback, useEffect, useState } from "react";
import { type Draft, type Logo, startDraft } from "./draft";

const choices: Record<string, readonly unknown[]> = {
  tab: ["url", "wifi", "contact", "text"],
  security: ["WPA", "WEP", "nopass"],
  modules: ["square", "rounded", "dots"],
  eyes: ["square", "rounded", "circle"],
  frame: ["square", "rounded", "circle", "dashed"],
  level: ["L", "M", "Q", "H"],
  raw: [null],
};

const key = "quietzone.draft.1";

/** The draft, kept in this tab's sessionStorage without Wi-Fi passwords, and never sent. It is read after hydration. */
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
    return normaliseDraft(JSON.parse(sessionStorage.getItem(key) ?? "null"), startDraft(address));
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

/** A draft from storage, where anything may be: members of the right kind are taken, others are as at the start. */
function normaliseDraft(kept: unknown, start: Draft): Draft | null {
  return isRecord(kept) ? (normalise(kept, start as unknown as Members) as unknown as Draft) : null;
}

type Members = Record<string, unknown>;

function normalise(kept: Members, start: Members): Members {
  return Object.fromEntries(
    Object.entries(start).map(([name, usual]) => {
      const value = kept[name];
      if (name === "logo") return [name, isLogo(value) ? value : null];
      // The page that keeps drafts has no form with rows.
      if (Array.isArray(usual)) return [name, usual];
      if (isRecord(usual)) return [name, isRecord(value) ? normalise(value, usual) : usual];
      const isFit = choices[name] ? choices[name].includes(value) : typeof value === typeof usual;
      return [name, isFit ? value : usual];
    }),
  );
}

function isRecord(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isLogo(value: unknown): value is Logo {
  return (
    isRecord(value) &&
    typeof value.name === "string" &&
    typeof value.dataUrl === "string" &&
    /^data:image\/(?:png|jpeg|webp);base64,/.test(value.dataUrl)
  );
}
