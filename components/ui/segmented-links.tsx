import Link from "next/link";
import type { ReactNode } from "react";

interface SegmentedLink {
  href: string;
  name: string;
  icon?: ReactNode;
  isCurrent: boolean;
  /** It is followed within this page; `preventDefault` leaves the way there to who is told. */
  onFollow?: (event: { preventDefault: () => void }) => void;
}

interface SegmentedLinksProps {
  label: string;
  hidesNames?: boolean;
  links: readonly SegmentedLink[];
}

/** A choice that stands in the address: looks like the segmented choice, is a row of links. */
export function SegmentedLinks({ label, hidesNames = false, links }: SegmentedLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="inline-flex max-w-full rounded-control border border-line-strong bg-surface max-md:flex max-md:w-full">
        {links.map(({ href, name, icon, isCurrent, onFollow }) => (
          <li
            key={href}
            className="group/part min-w-0 not-first:border-l not-first:border-line max-md:flex-1"
          >
            <Link
              href={href}
              prefetch={false}
              {...(onFollow === undefined ? {} : { onNavigate: onFollow })}
              title={hidesNames ? name : undefined}
              aria-current={isCurrent ? "page" : undefined}
              className="relative flex h-[34px] items-center justify-center gap-1.5 px-3 text-small text-ink-2 select-none group-first/part:rounded-l-[7px] group-last/part:rounded-r-[7px] hover:bg-canvas focus-visible:z-20 aria-[current]:z-10 aria-[current]:bg-accent-tint aria-[current]:text-ink aria-[current]:shadow-[inset_0_0_0_1.5px_var(--accent)] touch:h-11 forced-colors:aria-[current]:outline-2 forced-colors:aria-[current]:-outline-offset-2"
            >
              {icon}
              <span className={hidesNames ? "sr-only" : "truncate"}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
