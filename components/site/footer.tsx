import Link from "next/link";
import { Mark } from "./mark";

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
