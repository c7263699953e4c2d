"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { Badge } from "../ui/badge";
import { formatCount } from "../ui/counts";

export function AdminTabs({ waiting }: { waiting: { requests: number; reported: number } }) {
  const path = usePathname();
  const places = [
    { href: "/admin", name: "Health", count: 0, what: "" },
    { href: "/admin/accounts", name: "Accounts", count: 0, what: "" },
    { href: "/admin/requests", name: "Requests", count: waiting.requests, what: "wait" },
    { href: "/admin/reports", name: "Reports", count: waiting.reported, what: "codes wait" },
    { href: "/admin/codes", name: "Codes", count: 0, what: "" },
  ];
  return (
    <nav aria-label="Admin" className="page-x border-b border-line bg-canvas">
      <ul className="flex gap-6 overflow-x-auto overflow-y-hidden [scrollbar-width:none] max-md:-mx-[16px] max-md:px-[16px] max-lg:mask-r-from-[calc(100%-2rem)]">
        {places.map(({ href, name, count, what }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={isHere(path, href) ? "page" : undefined}
              className="relative -mb-px flex h-11 items-center gap-1.5 border-b-2 border-transparent text-small whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink touch:min-w-11 touch:justify-center"
            >
              {name}
              {count > 0 && (
                <Badge tone="warn">
                  {formatCount(count)}
                  <span className="sr-only"> {what}</span>
                </Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isHere(path: string, href: string): boolean {
  return path === href || (href !== "/admin" && path.startsWith(`${href}/`));
}
