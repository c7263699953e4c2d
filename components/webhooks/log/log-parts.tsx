import { ArrowUp } from "lucide-react";
import Link from "next/link";
import { Button, buttonClasses } from "../../ui/button";
import { countOf } from "../../ui/counts";
import { sayClocks } from "../../usage/words";
import { isFiltered, type LogQuery, logHref } from "./log-address";
import type { Shown } from "./use-live-log";

/** What came while the list is scrolled away from its top. */
export function HeldButton({ count, show }: { count: number; show: () => void }) {
  return (
    <div className="pointer-events-none sticky top-3 z-10 flex h-0 justify-center">
      <Button
        shape="small"
        className="pointer-events-auto h-9 bg-raised! shadow-float"
        onClick={() => {
          show();
          window.scrollTo(0, 0);
        }}
      >
        <ArrowUp size={14} strokeWidth={1.6} aria-hidden />
        {countOf(count, "new", "new")}
      </Button>
    </div>
  );
}

/** In the place of rows. */
export function NothingSent({ view }: { view: LogQuery }) {
  const isNarrow = isFiltered(view);
  return (
    <div className="page-start py-12 pr-4">
      <h2 className="text-heading">{isNarrow ? "Nothing matches" : "Nothing was sent yet"}</h2>
      <p className="mt-1 max-w-[48ch] text-small text-ink-2">
        {isNarrow
          ? "No delivery is of that webhook, event and status."
          : "Scan a code or change one, or send a test: what is sent appears here at once."}
      </p>
      {isNarrow && (
        <Link
          href={logHref(view, { webhookId: null, eventType: null, status: "all" })}
          prefetch={false}
          className={buttonClasses({ kind: "secondary", className: "mt-4" })}
        >
          Clear
        </Link>
      )}
    </div>
  );
}

interface PagerProps {
  view: LogQuery;
  shown: Shown;
  zone: string;
  keptDays: number;
}

/** The way to older deliveries, and back. */
export function Pager({ view, shown, zone, keptDays }: PagerProps) {
  const last = shown.rows.at(-1);
  return (
    <nav
      aria-label="Pages of deliveries"
      className="page-start flex min-h-14 flex-wrap items-center gap-2 py-3 pr-4 text-small md:pr-6"
    >
      <p className="mr-auto text-ink-3">
        {sayClocks(zone)} Kept for {keptDays} days.
      </p>
      {view.after !== null && (
        <Link
          href={logHref(view, { after: null })}
          prefetch={false}
          className={buttonClasses({ kind: "secondary" })}
        >
          Newest
        </Link>
      )}
      {shown.hasOlder && last && (
        <Link
          href={logHref(view, { after: { createdAt: last.createdAt, id: last.id } })}
          prefetch={false}
          className={buttonClasses({ kind: "secondary" })}
        >
          Older
        </Link>
      )}
    </nav>
  );
}
