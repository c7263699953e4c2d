import type { ReactNode } from "react";

/** What else is known of a code, line by line. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <section aria-labelledby="details-heading">
      <h2 id="details-heading" className="mb-2 text-heading">
        Details
      </h2>
      <FactList facts={facts} />
    </section>
  );
}

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
