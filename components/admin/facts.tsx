import type { ReactNode } from "react";

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
