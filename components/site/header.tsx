import { Menu } from "lucide-react";
import Link from "next/link";
import { buttonClasses } from "../ui/button";
import { Mark } from "./mark";
import { SiteMenu } from "./site-menu";
import { ThemeSwitch } from "./theme-switch";

const places = [
  { href: "/#plans", name: "Plans" },
  { href: "/docs/api", name: "API" },
  { href: "/docs", name: "Docs" },
];

/** The bar on top of every public page. On phones its links open from a menu. */
export function Header() {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-[90rem] items-center gap-8 px-4 md:h-16 md:px-6 xl:px-12">
        <Link
          href="/"
          prefetch={false}
          className="-mx-1 flex h-11 items-center gap-3 rounded-medium px-1 font-semibold tracking-tight max-md:text-lead"
        >
          <Mark />
          Quietzone
        </Link>
        <nav aria-label="Site" className="hidden md:block">
          <ul className="flex gap-1">
            <PlaceLinks className="inline-flex h-9 items-center rounded-medium px-3 text-ink-2 hover:bg-canvas hover:text-ink touch:h-11" />
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <ThemeSwitch />
          <button
            type="button"
            popoverTarget="site-menu"
            className={buttonClasses({ kind: "ghost", shape: "icon", className: "md:hidden" })}
            aria-label="Menu"
          >
            <Menu size={20} strokeWidth={1.6} aria-hidden />
          </button>
        </div>
      </div>
      <SiteMenu id="site-menu">
        <PlaceLinks className="flex h-12 items-center rounded-control px-3 text-lead hover:bg-canvas" />
      </SiteMenu>
    </header>
  );
}

function PlaceLinks({ className }: { className: string }) {
  return places.map(({ href, name }) => (
    <li key={href}>
      <Link href={href} prefetch={false} className={className}>
        {name}
      </Link>
    </li>
  ));
}
