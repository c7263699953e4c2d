import Link from "next/link";

interface DocsLink {
  href: string;
  name: string;
}

const pages: readonly DocsLink[] = [
  { href: "/docs", name: "Quick start" },
  { href: "/docs/with-a-key", name: "With a key" },
  { href: "/docs/webhooks", name: "Webhooks" },
  { href: "/docs/mcp", name: "Agents" },
  { href: "/docs/api", name: "API reference" },
  { href: "/docs/errors", name: "Errors" },
];

interface DocsNavProps {
  /** The page that is open. */
  current: string;
  /** Pages below one of the documentation's, such as those of the API reference; shown below it. */
  below?: readonly DocsLink[] | undefined;
}

/** The pages of the documentation. */
export function DocsNav({ current, below = [] }: DocsNavProps) {
  const parent = pages.findLast(({ href }) => below.some((page) => page.href.startsWith(`${href}/`)));
  return (
    <nav aria-label="Documentation">
      <ul className="flex gap-1 max-md:-mx-2 max-md:overflow-x-auto md:flex-col">
        {pages.map(({ href, name }) => (
          <li key={href}>
            <PageLink href={href} name={name} isOpen={href === current} />
            {parent?.href === href && (
              <PageLinks
                pages={below}
                current={current}
                className="mt-1 ml-3 flex-col border-l border-line pl-2 max-md:hidden"
              />
            )}
          </li>
        ))}
      </ul>
      {below.length > 0 && (
        <PageLinks
          pages={below}
          current={current}
          className="-mx-2 mt-1 overflow-x-auto border-t border-line pt-1 md:hidden"
        />
      )}
    </nav>
  );
}

interface PageLinksProps {
  pages: readonly DocsLink[];
  current: string;
  className: string;
}

function PageLinks({ pages, current, className }: PageLinksProps) {
  return (
    <ul className={`flex gap-1 ${className}`}>
      {pages.map(({ href, name }) => (
        <li key={href}>
          <PageLink href={href} name={name} isOpen={href === current} />
        </li>
      ))}
    </ul>
  );
}

function PageLink({ href, name, isOpen }: DocsLink & { isOpen: boolean }) {
  return (
    <Link href={href} prefetch={false} aria-current={isOpen ? "page" : undefined} className="docs-place">
      {name}
    </Link>
  );
}
