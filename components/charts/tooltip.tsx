"use client";

import { useRouter } from "next/navigation";
import { createContext, useContext } from "react";
import { formatCount } from "../ui/counts";

interface LineTooltipProps {
  title: string;
  rows: readonly { name: string; count: number }[];
}

export function LineTooltip({ title, rows }: LineTooltipProps) {
  return (
    <div
      role="status"
      className="min-w-36 rounded-control bg-raised px-3 py-2 text-tiny whitespace-nowrap shadow-float forced-colors:border"
    >
      <p className="text-ink-3">{title}</p>
      <dl className="mt-0.5 grid grid-cols-[1fr_auto] gap-x-6">
        {rows.map(({ name, count }, index) => (
          <div key={name} className={`contents ${index === 0 ? "font-medium" : "text-ink-2"}`}>
            <dt>{name}</dt>
            <dd className="text-right">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Goes to another state of the page; a frame around it may take this over, to show that it is on its way. */
export const GoContext = createContext<((href: string) => void) | null>(null);

export function useGo(): (href: string) => void {
  const router = useRouter();
  return useContext(GoContext) ?? ((href) => router.push(href, { scroll: false }));
}
