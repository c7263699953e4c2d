"use client";

import { useRouter } from "next/navigation";
import { createContext, useContext } from "react";
import { formatCount } from "../ui/counts";

interface LineTooltipProps {
  title: string;
  rows: readonly { name: string; count: number }[];
  /** When the target changed, and from where to where. */
  notes?: readonly string[];
}

export function LineTooltip({ title, rows, notes = [] }: LineTooltipProps) {
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
      {notes.length > 0 && (
        <div className="mt-1.5 max-w-56 border-t border-line pt-1.5 whitespace-normal">
          <p className="text-ink-3">Target changed</p>
          {notes.map((note) => (
            <p key={note} className="[overflow-wrap:anywhere]">
              {note}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

/** Goes to another state of the page; a frame around it may take this over, to show that it is on its way. */
export const GoContext = createContext<((href: string) => void) | null>(null);

export function useGo(): (href: string) => void {
  const router = useRouter();
  return useContext(GoContext) ?? ((href) => router.push(href, { scroll: false }));
}
