"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { PlaceIcon } from "./place-icon";
import { isIn, placesOf, type Standing } from "./places";

interface SidePlacesProps {
  standing: Standing;
  /** How many there are, by the address of the place. */
  counts: Partial<Record<string, number>>;
}

/** At the side: names and counts from 1,280 px on, icons alone below. */
export function SidePlaces({ standing, counts }: SidePlacesProps) {
  const path = usePathname();
  return (
    <nav aria-label="Account">
      <ul className="flex flex-col gap-1">
        {placesOf(standing).map(({ href, name, Icon, also = [] }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              title={name}
              aria-current={isIn(path, { href, also }) ? "page" : undefined}
              className="group flex h-9 items-center gap-3 rounded-medium border border-transparent px-2.5 text-ink-2 hover:bg-surface hover:text-ink aria-[current]:border-line aria-[current]:bg-surface aria-[current]:text-ink touch:h-11 max-xl:justify-center max-xl:px-0"
            >
              <PlaceIcon Icon={Icon} size={16} />
              <span className="max-xl:sr-only">{name}</span>
              <Count value={counts[href] ?? 0} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Beside the name, which is what the link is called. */
function Count({ value }: { value: number }) {
  if (value === 0) return null;
  return (
    <span className="ml-auto text-small text-ink-3 max-xl:hidden" aria-hidden>
      {value.toLocaleString("en-GB")}
    </span>
  );
}
