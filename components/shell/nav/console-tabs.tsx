"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { consolePlaces, isIn } from "./places";

export function ConsoleTabs() {
  const path = usePathname();
  return (
    <nav aria-label="Developer" className="page-x border-b border-line bg-canvas">
      <ul className="flex gap-6 overflow-x-auto overflow-y-hidden [scrollbar-width:none] max-md:-mx-[16px] max-md:px-[16px] max-lg:mask-r-from-[calc(100%-2rem)]">
        {consolePlaces.map((place) => (
          <li key={place.href}>
            <Link
              href={place.href}
              prefetch={false}
              aria-current={isIn(path, place) ? "page" : undefined}
              className="-mb-px flex h-11 items-center border-b-2 border-transparent text-small whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink touch:min-w-11 touch:justify-center"
            >
              {place.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
