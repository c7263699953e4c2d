"use client";

import { CircleUserRound, Gauge, KeyRound, type LucideProps } from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import type { ComponentType } from "react";
import { Spinner } from "../ui/spinner";

/** The pages of the account, in the order of the navigation. */
const places = [
  { href: "/api-keys", name: "Keys", Icon: KeyRound },
  { href: "/plan", name: "Plan", Icon: Gauge },
  { href: "/settings", name: "Account", Icon: CircleUserRound },
] as const;

type Counts = Partial<Record<(typeof places)[number]["href"], number>>;

function isIn(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`);
}

/** At the side: names and counts from 1,280 px on, icons alone below. */
export function SidePlaces({ counts }: { counts: Counts }) {
  const path = usePathname();
  return (
    <nav aria-label="Account">
      <ul className="flex flex-col gap-1">
        {places.map(({ href, name, Icon }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              title={name}
              aria-current={isIn(path, href) ? "page" : undefined}
              className="group flex h-9 items-center gap-3 rounded-medium border border-transparent px-2.5 text-ink-2 hover:bg-surface hover:text-ink aria-[current]:border-line aria-[current]:bg-surface aria-[current]:text-ink touch:h-11 max-xl:justify-center max-xl:px-0"
            >
              <PlaceIcon Icon={Icon} size={16} />
              <span className="max-xl:sr-only">{name}</span>
              {counts[href] !== undefined && (
                <span className="ml-auto text-small text-ink-3 max-xl:hidden">{counts[href]}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** At the foot of a phone, in reach of the thumb. */
export function FootPlaces() {
  const path = usePathname();
  return (
    <nav
      aria-label="Account"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex">
        {places.map(({ href, name, Icon }) => (
          <li key={href} className="min-w-0 flex-1">
            <Link
              href={href}
              prefetch={false}
              aria-current={isIn(path, href) ? "page" : undefined}
              className="flex min-h-14 flex-col items-center justify-center gap-0.5 px-1 py-1.5 text-tiny text-ink-2 focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-accent"
            >
              <PlaceIcon Icon={Icon} size={20} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The place's sign; once its page lets one wait, that it is on its way. */
function PlaceIcon({ Icon, size }: { Icon: ComponentType<LucideProps>; size: number }) {
  const { pending } = useLinkStatus();
  return (
    <span className="relative grid shrink-0 place-items-center group-aria-[current]:text-accent">
      <Icon size={size} strokeWidth={1.6} aria-hidden />
      {pending && (
        <span className="pending absolute inset-0 grid place-items-center bg-canvas max-md:bg-surface">
          <Spinner />
        </span>
      )}
    </span>
  );
}
