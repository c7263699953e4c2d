"use client";

import type { ScanEvent } from "@/lib/scans/schema";
import { Button } from "../../ui/button";
import { formatCountry } from "../../ui/country";
import { formatDayMonth, formatSeconds, formatTime } from "../../ui/dates";
import { useClock } from "../../ui/live";
import { feedRows, isInView, type View } from "../view";
import { ScansMark, useLive } from "./provider";

interface FeedProps {
  scans: readonly ScanEvent[];
  view: View;
  /** The codes of the view's tag. */
  tagged: readonly string[] | null;
  zone: string;
  /** The server's clock when it read them, in milliseconds. */
  nowMs: number;
  emptyNote: string;
}

/** The last scans; where the plan has them live, each as it comes. */
export function ScanFeed({ scans, view, tagged, zone, nowMs, emptyNote }: FeedProps) {
  const live = useLive();
  const clockMs = useClock(nowMs, live !== null);
  const known = new Set(scans.map(({ id }) => id));
  const news = (live?.scans ?? []).filter((scan) => !known.has(scan.id) && isInView(scan, view, tagged));
  const rows = [...scans, ...news]
    .sort((one, other) => (one.scannedAt < other.scannedAt ? 1 : -1))
    .slice(0, feedRows);
  const fresh = new Set((live?.scans ?? []).map(({ id }) => id));
  return (
    <section aria-labelledby="feed-heading">
      <div className="flex min-h-7 items-center gap-3">
        <h2 id="feed-heading" className="mr-auto text-heading">
          Last scans
        </h2>
        <ScansMark />
        {live !== null && live.state !== "over" && (
          <Button kind="ghost" shape="small" onClick={() => live.setPaused(!live.isPaused)}>
            {live.isPaused ? "Resume" : "Pause"}
          </Button>
        )}
      </div>
      <div className="mt-2 min-h-[245px]">
        {rows.length === 0 && <p className="text-small text-ink-3">{emptyNote}</p>}
        <ol>
          {rows.map((scan) => (
            <FeedRow
              key={scan.id}
              scan={scan}
              when={formatWhen(scan.scannedAt, clockMs, zone, live !== null)}
              isFresh={fresh.has(scan.id)}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}

interface FeedRowProps {
  scan: ScanEvent;
  when: string;
  isFresh: boolean;
}

function FeedRow({ scan: { qrCodeName, city, country, os }, when, isFresh }: FeedRowProps) {
  const place = city === "Unknown" ? formatCountry(country) : city;
  return (
    <li
      className={`-mx-2 grid h-10 grid-cols-[3.25rem_minmax(0,1fr)_fit-content(7rem)_minmax(0,4rem)] items-center gap-x-2 border-b border-line px-2 text-small last:border-0 ${isFresh ? "feed-fresh" : ""}`}
    >
      <span className={when === "now" ? "font-medium text-accent" : "text-ink-3"}>{when}</span>
      <span className="truncate font-medium">{qrCodeName}</span>
      <span className="truncate text-right text-ink-2">{place}</span>
      <span className="truncate text-right text-ink-2">{os}</span>
    </li>
  );
}

/** Where the page counts on: `4 s`, `12 min`; where it stands still, or long ago, the time or the day. */
function formatWhen(iso: string, clockMs: number, zone: string, counts: boolean): string {
  const seconds = Math.floor((clockMs - Date.parse(iso)) / 1_000);
  if (seconds >= 86_400) return formatDayMonth(iso, zone);
  if (!counts || seconds >= 3_600) return seconds < 60 ? formatSeconds(iso, zone) : formatTime(iso, zone);
  if (seconds < 2) return "now";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
