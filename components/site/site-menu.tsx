"use client";

import { type ReactNode, useRef } from "react";

/** The links of the bar on phones. The browser opens, closes and layers it (popover); a chosen link closes it too. */
export function SiteMenu({ id, children }: { id: string; children: ReactNode }) {
  const menu = useRef<HTMLElement>(null);
  return (
    <nav
      ref={menu}
      id={id}
      popover="auto"
      aria-label="Site menu"
      className="fixed inset-x-4 top-16 m-0 w-auto rounded-float bg-raised p-2 text-ink shadow-float md:hidden"
      onClickCapture={(event) => {
        if ((event.target as Element).closest("a")) menu.current?.hidePopover();
      }}
    >
      <ul>{children}</ul>
    </nav>
  );
}
