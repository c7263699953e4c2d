import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { LinkSign } from "../ui/link-sign";

interface PageHeaderProps {
  title: string;
  trail?: { href: string; name: string };
  mark?: ReactNode;
  filters?: ReactNode;
  range?: ReactNode;
  actions?: ReactNode;
}

/** On a phone it gets a row to itself: beside buttons a host name would break in the middle of a word. */
const longWord = /\S{16}/;

export function PageHeader({ title, trail, mark, filters, range, actions }: PageHeaderProps) {
  return (
    <header className="page-x flex min-h-14 flex-wrap items-center gap-x-5 gap-y-2 border-b border-line py-2 md:min-h-16">
      <div
        className={`flex min-w-0 items-center ${trail === undefined ? "" : "flex-[1_1_10rem]"} ${longWord.test(title) ? "max-md:basis-full" : ""}`}
      >
        {trail !== undefined && <Trail {...trail} />}
        <h1 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-title [overflow-wrap:anywhere]">
          {title}
          {mark}
        </h1>
      </div>
      {range !== undefined && <div className="max-md:order-1 max-md:w-full md:ml-auto">{range}</div>}
      {filters !== undefined && <div className="max-md:order-1 max-md:w-full">{filters}</div>}
      {actions !== undefined && (
        <div
          className={`flex items-center gap-2 ${range === undefined ? "ml-auto" : "max-md:ml-auto md:-ml-2"}`}
        >
          {actions}
        </div>
      )}
    </header>
  );
}

function Trail({ href, name }: NonNullable<PageHeaderProps["trail"]>) {
  return (
    <nav aria-label="Trail" className="shrink-0 text-body text-ink-2">
      <Link
        href={href}
        prefetch={false}
        aria-label={name}
        className="-ml-3 grid size-11 place-items-center rounded-control md:hidden"
      >
        <LinkSign>
          <ArrowLeft size={20} strokeWidth={1.6} aria-hidden />
        </LinkSign>
      </Link>
      <span className="max-md:hidden">
        <Link href={href} prefetch={false} className="rounded-medium hover:text-ink hover:underline">
          {name}
          {/* In the place of the stroke after it, so that nothing moves. */}
          <span className="inline-grid w-8 place-items-center align-middle text-ink-3" aria-hidden>
            <LinkSign>/</LinkSign>
          </span>
        </Link>
      </span>
    </nav>
  );
}

interface BlockProps {
  id: string;
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}

/** One matter of a page, in a column of 640; the line below it runs from edge to edge. */
export function Block({ id, title, lead, children }: BlockProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="page-x border-b border-line py-6 md:py-8">
      <div className="max-w-[40rem]">
        <h2 id={`${id}-heading`} className="text-heading">
          {title}
        </h2>
        {lead !== undefined && <div className="mt-1 max-w-[66ch] text-ink-2">{lead}</div>}
        <div className="mt-4">{children}</div>
      </div>
    </section>
  );
}
