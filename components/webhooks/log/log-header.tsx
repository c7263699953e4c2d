"use client";

import { ArrowUp, Pause, Play, Send } from "lucide-react";
import Link from "next/link";
import type { Environment } from "@/lib/accounts/schema";
import { EnvironmentLinks, SandboxLine, SandboxMark } from "../../shell/environment";
import { PageHeader } from "../../shell/page-header";
import { Button, buttonClasses } from "../../ui/button";
import { countOf } from "../../ui/counts";
import { ButtonLink } from "../../ui/links";
import { LiveMark, type LiveState } from "../../ui/live";
import { formatClocks } from "../../usage/format";
import { isFiltered, type LogQuery, logHref } from "./log-address";
import type { Shown } from "./use-live-log";

interface LogHeaderProps {
  environment: Environment;
  /** Null: what is shown does not change by itself. */
  live?: { state: LiveState | null; isPaused: boolean; setPaused: (isPaused: boolean) => void };
  /** Null where there is nobody to send one to. */
  onTest: (() => void) | null;
}

export function LogHeader({ environment, live, onTest }: LogHeaderProps) {
  return (
    <>
      <SandboxLine environment={environment} />
      <PageHeader
        title="Deliveries"
        mark={
          <>
            <SandboxMark environment={environment} />
            {live?.state && <LiveMark state={live.state} />}
            {live?.state && live.state !== "over" && (
              <button
                type="button"
                onClick={() => live.setPaused(!live.isPaused)}
                className={buttonClasses({
                  kind: "ghost",
                  shape: "small",
                  className: "gap-1.5! px-2! tracking-normal touch:min-w-11",
                })}
              >
                {live.isPaused ? (
                  <Play size={14} strokeWidth={1.6} aria-hidden />
                ) : (
                  <Pause size={14} strokeWidth={1.6} aria-hidden />
                )}
                <span className="max-sm:sr-only">{live.isPaused ? "Resume" : "Pause"}</span>
              </button>
            )}
          </>
        }
        filters={<EnvironmentLinks environment={environment} path="/deliveries" />}
        actions={
          onTest && (
            <Button onClick={onTest}>
              <Send size={16} strokeWidth={1.6} aria-hidden />
              <span className="max-sm:sr-only">Send a test</span>
            </Button>
          )
        }
      />
    </>
  );
}

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

export function NothingSent({ view }: { view: LogQuery }) {
  const isNarrow = isFiltered(view);
  return (
    <div className="page-start py-12 pr-4">
      <h2 className="text-heading">{isNarrow ? "Nothing matches" : "Nothing sent yet"}</h2>
      <p className="mt-1 max-w-[48ch] text-small text-ink-2">
        {isNarrow
          ? "No delivery has that webhook, event and status."
          : "Scan or change a code, or send a test. Deliveries appear here immediately."}
      </p>
      {isNarrow && (
        <ButtonLink
          href={logHref(view, { webhookId: null, eventType: null, status: "all" })}
          className="mt-4"
        >
          Clear
        </ButtonLink>
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

export function Pager({ view, shown, zone, keptDays }: PagerProps) {
  const last = shown.rows.at(-1);
  return (
    <nav
      aria-label="Pages of deliveries"
      className="page-start flex min-h-14 flex-wrap items-center gap-2 py-3 pr-4 text-small md:pr-6"
    >
      <p className="mr-auto text-ink-3">
        {formatClocks(zone)} Kept for {keptDays} days.
      </p>
      {view.after !== null && <ButtonLink href={logHref(view, { after: null })}>Newest</ButtonLink>}
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
