import Link from "next/link";
import { createElement, Fragment, type ReactNode } from "react";

/** The pages of the documentation but those of single resources. */
export const docsPages = [
  { href: "/docs", name: "Quick start" },
  { href: "/docs/with-a-key", name: "With a key" },
  { href: "/docs/webhooks", name: "Webhooks" },
  { href: "/docs/smart-targets", name: "Smart targets" },
  { href: "/docs/goals", name: "Goals" },
  { href: "/docs/mcp", name: "Agents" },
  { href: "/docs/api", name: "API reference" },
  { href: "/docs/errors", name: "Errors" },
] as const satisfies readonly DocsLink[];

interface DocsPageProps {
  path: string;
  title: string;
  lead: ReactNode;
  pages?: Parameters<typeof DocsNav>[0]["below"];
  contents?: readonly ContentsGroup[];
  children: ReactNode;
}

/** A page of the documentation: its pages on the bench at the left (above on phones), one column of text. */
export function DocsPage({ path, title, lead, pages, contents, children }: DocsPageProps) {
  return (
    <div className="docs grid md:min-h-full md:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[17.5rem_minmax(0,1fr)]">
      <div className="min-w-0 border-line bg-canvas px-4 py-2 max-md:border-b md:border-r md:py-8 md:pr-3 md:pl-3 xl:pl-9">
        <div className="md:sticky md:top-8 md:-m-px md:max-h-[calc(100dvh-4rem)] md:overflow-y-auto md:p-px">
          <DocsNav current={path} below={pages} />
          {contents && <PageContents groups={contents} />}
        </div>
      </div>
      <link rel="alternate" type="text/markdown" href={`${path}.md`} />
      <article className="max-w-4xl min-w-0 px-4 py-8 md:px-8 md:py-10 xl:px-12">
        <h1 className="text-display-phone md:text-display">{title}</h1>
        <div className="mt-3 max-w-[66ch] text-lead text-ink-2">{lead}</div>
        {children}
      </article>
    </div>
  );
}

/** A block of a page, divided from the one above by a line; `id` is its address. */
export function DocsSection({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="mt-10 border-t border-line pt-8">
      <h2 id={`${id}-heading`} className="text-title-lg">
        {title}
      </h2>
      <div className="docs-text mt-3">{children}</div>
    </section>
  );
}

/** Links to sections of the page, under a title where there are several such groups. */
interface ContentsGroup {
  title?: string;
  links: readonly { href: string; name: string }[];
}

/** What is on a long page, beside it where there is room; narrow screens have the page's own index. */
function PageContents({ groups }: { groups: readonly ContentsGroup[] }) {
  return (
    <nav aria-label="On this page" className="docs-contents mt-6 border-t border-line pt-4 max-md:hidden">
      {groups.map(({ title, links }) => (
        <div key={links[0]?.href} className="mb-3">
          {title !== undefined && <p className="px-3 py-1 text-tiny text-ink-3">{title}</p>}
          <ul>
            {links.map(({ href, name }) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface DocsLink {
  href: string;
  name: string;
}

/** The pages of the documentation. */
function DocsNav({ current, below = [] }: { current: string; below?: readonly DocsLink[] | undefined }) {
  const parent = docsPages.findLast(({ href }) => below.some((page) => page.href.startsWith(`${href}/`)));
  return (
    <nav aria-label="Documentation">
      <ul className="flex gap-1 max-md:-mx-2 max-md:overflow-x-auto md:flex-col">
        {docsPages.map(({ href, name }) => (
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

/** A sentence in which `backticks` mark what a machine reads. */
export function Words({ text }: { text: string }) {
  const parts = text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? createElement(Code, null, part) : part));
  return createElement(Fragment, null, ...parts);
}

export function Code({ children }: { children: string }) {
  return <code>{children}</code>;
}

/** A link within text or a list, as high as a finger where one points. */
export function DocLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="link inline-flex items-center touch:min-h-11 touch:min-w-11"
    >
      {children}
    </Link>
  );
}

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
