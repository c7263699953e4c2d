import type { ReactNode } from "react";

/** Names and what is true of each, one a line, in a narrow column. */
export function FactList({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="text-small">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex min-h-10 items-center gap-3 border-t border-line py-2">
          <dt className="w-28 shrink-0 text-ink-3">{name}</dt>
          <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A line of a `dl` whose values are more than a word. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
