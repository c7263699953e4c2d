import { LayoutGrid, Menu } from "lucide-react";
import Link from "next/link";
import { buttonClasses } from "../ui/button";
import { ButtonLink } from "../ui/links";
import { Mark } from "./mark";
import { SiteMenu } from "./site-menu";
import { ThemeSwitch } from "./theme";

const places = [
  { href: "/#plans", name: "Plans" },
  { href: "/docs/api", name: "API" },
  { href: "/docs", name: "Docs" },
];

interface HeaderProps {
  /** Who is signed in; null: nobody, or it can't be told. */
  visitor: { name: string } | null;
}

export function Header({ visitor }: HeaderProps) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-[90rem] items-center gap-x-8 px-4 max-[20rem]:h-auto max-[20rem]:flex-wrap md:h-16 md:px-6 xl:px-12">
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
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <ThemeSwitch />
          {visitor === null ? <Doors /> : <OwnLink name={visitor.name} />}
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
        <PlaceLinks className={menuClasses} />
        {visitor === null && (
          <>
            <MenuLink href="/sign-in" name="Sign in" />
            <MenuLink href="/sign-up" name="Create account" />
          </>
        )}
      </SiteMenu>
    </header>
  );
}

const menuClasses = "flex h-12 items-center rounded-control px-3 text-lead hover:bg-canvas";

function MenuLink({ href, name }: { href: string; name: string }) {
  return (
    <li>
      <Link href={href} prefetch={false} className={menuClasses}>
        {name}
      </Link>
    </li>
  );
}

function Doors() {
  return (
    <>
      <ButtonLink href="/sign-in" kind="ghost" className="max-[21.5rem]:hidden">
        Sign in
      </ButtonLink>
      <ButtonLink href="/sign-up" className="ml-1 max-md:hidden">
        Create account
      </ButtonLink>
    </>
  );
}

function OwnLink({ name }: { name: string }) {
  return (
    <Link
      href="/dashboard"
      prefetch={false}
      title={`Signed in as ${name}`}
      className={buttonClasses({ kind: "secondary", className: "ml-1" })}
    >
      <LayoutGrid size={16} strokeWidth={1.6} aria-hidden />
      Dashboard
    </Link>
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

const linkClasses = "inline-flex h-11 min-w-11 items-center justify-center px-1 hover:text-ink";

/** @param supportEmail where a code is reported to; without it the link is left out. */
export function Footer({ supportEmail }: { supportEmail: string | undefined }) {
  return (
    <footer className="border-t border-line bg-surface text-small text-ink-2">
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-5 md:px-6 xl:px-12">
        <Mark size={18} />
        <p className="min-w-0 flex-1 basis-64">
          No trackers, no third-party requests. Scans are counted without storing IP addresses.
        </p>
        <nav aria-label="Foot">
          <ul className="-mr-1 flex flex-wrap gap-x-3">
            <li>
              <Link href="/docs/api" prefetch={false} className={linkClasses}>
                API
              </Link>
            </li>
            <li>
              <Link href="/docs" prefetch={false} className={linkClasses}>
                Docs
              </Link>
            </li>
            <li>
              <a href="/licences" className={linkClasses}>
                Licences
              </a>
            </li>
            {supportEmail !== undefined && (
              <li>
                <a href={`mailto:${supportEmail}?subject=Report%20a%20code`} className={linkClasses}>
                  Report a code
                </a>
              </li>
            )}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
