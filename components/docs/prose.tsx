import Link from "next/link";
import { createElement, Fragment } from "react";

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
