import type { ReactNode } from "react";
import type { ReportReason } from "@/lib/reports/schema";

/** What is known of something: names at the left, by hairlines; on phones above what they name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="border-b border-line text-small">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 border-t border-line py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** What somebody wrote, set off from our own words, with its lines as they were; it may be in any script. */
export function PersonsWords({ text }: { text: string }) {
  return (
    <blockquote
      dir="auto"
      className="mt-1 max-w-[66ch] border-s-2 border-line-strong ps-3 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
    >
      {text}
    </blockquote>
  );
}

/** What is said against a code, by name. */
export const reasonNames: Record<ReportReason, string> = {
  phishing: "Phishing or fraud",
  malware: "Malware",
  illegal: "Illegal content",
  spam: "Spam",
  other: "Something else",
};
