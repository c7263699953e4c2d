import type { ReactNode } from "react";

/** A `dl` of facts for a narrow column: one per line, the name before its value. */
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

/** One fact of a `dl` with longer values, which wrap beside the name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
