"use client";

import { ArrowUp, Pause, Play, Send } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useOptimistic, useState, useTransition } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { LogCounts, LogDelivery, LogPage } from "@/lib/webhooks/schema";
import { EnvironmentLinks, SandboxLine, SandboxMark } from "../../shell/environment";
import { PageHeader } from "../../shell/page-header";
import { Button, buttonClasses } from "../../ui/button";
import { countOf, formatCount } from "../../ui/counts";
import { Dialog } from "../../ui/dialog";
import { FilterChoice } from "../../ui/filter-choice";
import type { FormAction } from "../../ui/form/answer";
import { ButtonLink } from "../../ui/links";
import { Announcer, LiveMark, type LiveState } from "../../ui/live";
import { SegmentedLinks } from "../../ui/segmented-links";
import { Spinner } from "../../ui/spinner";
import { formatClocks } from "../../usage/format";
import type { MadeDelivery } from "../actions";
import { shownKinds } from "../messages";
import { type Testable, TestForm } from "../send-test";
import { DetailPane, useDelivery } from "./detail-pane";
import { isFiltered, type LogQuery, logHref, readChosen } from "./log-address";
import { LogTable } from "./log-table";
import { type Shown, useLiveLog } from "./use-live-log";

export function LogView(props: {
  view: LogQuery;
  page: LogPage;
  counts: LogCounts;
  webhooks: readonly Testable[];
  initial: LogDelivery | null;
  zone: string;
  keptDays: number;
  nowMs: number;
  actions: { test: FormAction<MadeDelivery>; replay: FormAction<MadeDelivery> };
}) {
  const { view, page, webhooks, initial, zone, keptDays, nowMs, actions } = props;
  const { environment } = view;
  const { chosen, open, close, hrefOf } = useChosen(view);
  const live = useLiveLog(view, page, props.counts);
  const { shown, held, fresh, heard, counts } = live;
  const row = [...held, ...shown.rows].find(({ id }) => id === chosen);
  const sign = row && `${row.status} ${row.attempts} ${row.nextAttemptAt}`;
  const detail = useDelivery(environment, chosen, { initial, sign });
  const [isTesting, setTesting] = useState(false);
  const showMade = ({ id }: MadeDelivery) => {
    setTesting(false);
    open(id);
  };
  return (
    <>
      <LogHeader
        environment={environment}
        live={live}
        onTest={webhooks.some(({ isActive }) => isActive) ? () => setTesting(true) : null}
      />
      <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,43%)] min-[100rem]:grid-cols-[minmax(0,1fr)_44rem]">
        <div className={`min-w-0 ${chosen === null ? "" : "max-lg:hidden"}`}>
          <LogFilters view={view} counts={counts} webhooks={webhooks} />
          {held.length > 0 && <HeldButton count={held.length} show={live.showHeld} />}
          {shown.rows.length === 0 ? (
            <NothingSent view={view} />
          ) : (
            <LogTable
              rows={shown.rows}
              fresh={fresh}
              chosen={chosen}
              hasNames={view.webhookId === null && webhooks.length > 1}
              zone={zone}
              nowMs={nowMs}
              hrefOf={hrefOf}
              open={open}
            />
          )}
          <Pager view={view} shown={shown} zone={zone} keptDays={keptDays} />
        </div>
        <aside
          aria-label="The delivery"
          className={`bench border-line bg-canvas lg:border-l ${chosen === null ? "max-lg:hidden" : ""}`}
        >
          <div className="px-4 py-4 md:px-6 lg:sticky lg:top-0 lg:max-h-dvh lg:overflow-y-auto lg:py-6">
            <DetailPane
              {...detail}
              environment={environment}
              zone={zone}
              nowMs={nowMs}
              replay={actions.replay}
              onMade={showMade}
              open={open}
              hrefOf={hrefOf}
              listHref={logHref(view)}
              onClose={close}
            />
          </div>
        </aside>
      </div>
      <Announcer heard={heard} noun="new delivery" plural="new deliveries" />
      <Dialog isOpen={isTesting} onClose={() => setTesting(false)} title="Send a test">
        <TestForm
          environment={environment}
          webhooks={order(webhooks, view.webhookId)}
          test={actions.test}
          onClose={() => setTesting(false)}
          onSent={showMade}
        />
      </Dialog>
    </>
  );
}

/** Those that a test can be sent to, the one that the page is about first. */
function order(webhooks: readonly Testable[], first: string | null): readonly Testable[] {
  const active = webhooks.filter(({ isActive }) => isActive);
  return [...active.filter(({ id }) => id === first), ...active.filter(({ id }) => id !== first)];
}

function useChosen(view: LogQuery) {
  const params = useSearchParams();
  const chosen = readChosen(Object.fromEntries(params));
  const hrefOf = (id: string) => logHref(view, {}, id);
  return {
    chosen,
    hrefOf,
    open(id: string) {
      // Back leads to the list, however many were looked at on the way.
      if (chosen === null) window.history.pushState(null, "", hrefOf(id));
      else window.history.replaceState(null, "", hrefOf(id));
      if (!window.matchMedia("(min-width: 64rem)").matches) window.scrollTo(0, 0);
    },
    close: () => window.history.replaceState(null, "", logHref(view)),
  };
}

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

interface LogFiltersProps {
  view: LogQuery;
  counts: LogCounts;
  webhooks: readonly Testable[];
}

function LogFilters({ view, counts, webhooks }: LogFiltersProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(view);
  const go = (changes: Partial<LogQuery>) =>
    startTransition(() => {
      show({ ...shown, ...changes });
      router.push(logHref(shown, changes), { scroll: false });
    });
  return (
    <search className="page-start flex flex-wrap items-center gap-2 border-b border-line py-3 pr-4 md:pr-6">
      <FilterChoice
        label="Webhook"
        choices={[
          { value: "", name: "All webhooks" },
          ...webhooks.map(({ id, name }) => ({ value: id, name })),
        ]}
        value={shown.webhookId ?? ""}
        isSet={shown.webhookId !== null}
        onChoose={(value) => go({ webhookId: value === "" ? null : value })}
        className="max-w-40"
      />
      <FilterChoice
        label="Event"
        choices={[
          { value: "", name: "Any event" },
          ...shownKinds.map((kind) => ({ value: kind, name: kind })),
        ]}
        value={shown.eventType ?? ""}
        isSet={shown.eventType !== null}
        onChoose={(value) => go({ eventType: shownKinds.find((kind) => kind === value) ?? null })}
      />
      <div className="max-md:w-full">
        <SegmentedLinks
          label="Status"
          links={(["all", "failed", "waiting"] as const).map((status) => ({
            href: logHref(shown, { status }),
            name: formatStatus(status, counts),
            isCurrent: shown.status === status,
            onFollow(event) {
              event.preventDefault();
              go({ status });
            },
          }))}
        />
      </div>
      <span className="grid size-4 place-items-center max-md:hidden">{isPending && <Spinner />}</span>
    </search>
  );
}

function formatStatus(status: LogQuery["status"], counts: LogCounts): string {
  if (status === "all") return "All";
  const name = status === "failed" ? "Failed" : "Waiting";
  return counts[status] === 0 ? name : `${name} ${formatCount(counts[status])}`;
}

function HeldButton({ count, show }: { count: number; show: () => void }) {
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

function NothingSent({ view }: { view: LogQuery }) {
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

function Pager({ view, shown, zone, keptDays }: PagerProps) {
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
