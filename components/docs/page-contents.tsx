/** Links to sections of the page, under a title where there are several such groups. */
export interface ContentsGroup {
  title?: string;
  links: readonly { href: string; name: string }[];
}

/** What is on a long page, beside it where there is room; narrow screens have the page's own index. */
export function PageContents({ groups }: { groups: readonly ContentsGroup[] }) {
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
