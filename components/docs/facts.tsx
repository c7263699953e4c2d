import { Words } from "./words";

/** Names and what is true of each, one a line; `backticks` mark what a machine reads. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, fact: string])[] }) {
  return (
    <dl>
      {facts.map(([name, fact]) => (
        <div
          key={name}
          className="grid gap-x-6 border-b border-line py-2.5 md:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <dt className="font-medium text-ink">
            <Words text={name} />
          </dt>
          <dd>
            <Words text={fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
