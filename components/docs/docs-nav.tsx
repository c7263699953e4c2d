import Link from "next/link";

const pages = [
  { href: "/docs", name: "Quick start" },
  { href: "/docs/with-a-key", name: "With a key" },
  { href: "/docs/webhooks", name: "Webhooks" },
  { href: "/docs/mcp", name: "Agents" },
  { href: "/docs/api", name: "API reference" },
  { href: "/docs/errors", name: "Errors" },
];

/** The pages of the documentation; `current` is the one that is open. */
export function DocsNav({ current }: { current: string }) {
  return (
    <nav aria-label="Documentation">
      <ul className="flex gap-1 max-md:-mx-2 max-md:overflow-x-auto md:flex-col">
        {pages.map(({ href, name }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={href === current ? "page" : undefined}
              className="flex h-9 items-center rounded-medium px-3 whitespace-nowrap text-ink-2 hover:bg-surface hover:text-ink aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line)] touch:h-11"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
