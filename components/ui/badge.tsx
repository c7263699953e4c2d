import type { ReactNode } from "react";

const tones = {
  neutral: "bg-chip text-ink-2",
  accent: "bg-accent-tint text-accent",
  ok: "bg-ok-tint text-ok",
  warn: "bg-warn-tint text-warn",
  stop: "bg-stop-tint text-stop",
} as const;

/** A state in one word, never by colour alone. Forced colours drop the tint, so there it has a border. */
export function Badge({ tone = "neutral", children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5 shrink-0 items-center rounded-small px-1.5 text-tiny font-medium whitespace-nowrap forced-colors:border ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
