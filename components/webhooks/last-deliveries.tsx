import Link from "next/link";
import type { LogRow } from "@/lib/webhooks/schema";
import { sayAgo } from "../ui/dates";
import { type LogView, logHref } from "./log/log-address";
import { StatusMark } from "./status-mark";

interface LastDeliveriesProps {
  rows: readonly LogRow[];
  view: LogView;
  zone: string;
  nowMs: number;
}

/** The newest of what was sent to one webhook; each leads to itself in the log. */
export function LastDeliveries({ rows, view, zone, nowMs }: LastDeliveriesProps) {
  if (rows.length === 0) {
    return (
      <p className="border-t border-line px-4 py-6 text-small text-ink-2 md:px-6">
        Nothing was sent yet. Send a test to see what your server answers.
      </p>
    );
  }
  return (
    <ul className="text-small">
      {rows.map(({ id, eventType, createdAt, status, responseStatus, durationMs }) => (
        <li key={id} className="border-t border-line last:border-b">
          <Link
            href={logHref(view, {}, id)}
            prefetch={false}
            className="grid min-h-10 grid-cols-[minmax(0,1fr)_6.5rem_2.5rem] items-center gap-x-3 px-4 py-1.5 hover:bg-canvas focus-visible:-outline-offset-2 sm:grid-cols-[minmax(0,1fr)_8rem_6.5rem_2.5rem_5rem] md:px-6 touch:min-h-12"
          >
            <span className="truncate font-mono text-mono">{eventType}</span>
            <span className="truncate text-ink-3 max-sm:hidden">{sayAgo(createdAt, nowMs, zone)}</span>
            <StatusMark status={status} />
            <span className="text-right font-medium">{responseStatus ?? "–"}</span>
            <span className="text-right text-ink-3 max-sm:hidden">
              {durationMs === null ? "" : `${durationMs.toLocaleString("en-GB")} ms`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
