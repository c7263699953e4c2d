import Link from "next/link";
import { sayCount } from "../ui/counts";

const headers = [
  ["X-RateLimit-Limit", "Requests an hour, of the limit that is nearer: the key's or the account's."],
  ["X-RateLimit-Remaining", "Requests that are left of it."],
  ["X-RateLimit-Reset", "When the count starts again, in seconds since 1970."],
  ["Retry-After", "With a 429 alone: so many seconds later the same request succeeds."],
] as const;

/** What the limit is, what a 429 means, and what every answer says of it. */
export function LimitWords({ limit }: { limit: number }) {
  return (
    <section aria-labelledby="limit-words">
      <h2 id="limit-words" className="flex min-h-7 items-center text-heading">
        What 429 means
      </h2>
      <p className="mt-2 max-w-[66ch] text-ink-2">
        The account has {sayCount(limit)} requests an hour, all keys together, and each key the limit that you
        gave it. What comes beyond is answered with 429: nothing was done, it doesn't count, and the same
        request succeeds once the hour is over.
      </p>
      <dl className="mt-4">
        {headers.map(([name, words]) => (
          <div key={name} className="border-t border-line py-2.5 xl:flex xl:gap-x-4">
            <dt className="w-48 shrink-0 font-mono text-mono text-ink-2">{name}</dt>
            <dd className="min-w-0 text-small">{words}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-small text-ink-3">
        Refused requests are those that are answered with another 4xx: they need a change. Failed ones, 5xx,
        are our fault. <DocsLink />
      </p>
    </section>
  );
}

function DocsLink() {
  return (
    <Link href="/docs/errors" prefetch={false} className="link">
      All errors
    </Link>
  );
}
