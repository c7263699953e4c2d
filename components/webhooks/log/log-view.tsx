"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useOptimistic, useState, useTransition } from "react";
import type { LogCounts, LogDelivery, LogPage } from "@/lib/webhooks/schema";
import { formatCount } from "../../ui/counts";
import { Dialog } from "../../ui/dialog";
import { FilterChoice } from "../../ui/filter-choice";
import type { FormAction } from "../../ui/form/answer";
import { Announcer } from "../../ui/live";
import { SegmentedLinks } from "../../ui/segmented-links";
import { Spinner } from "../../ui/spinner";
import type { MadeDelivery } from "../actions";
import { shownKinds } from "../messages";
import { type Testable, TestForm } from "../send-test";
import { DetailPane, useDelivery } from "./detail-pane";
import { type LogQuery, logHref, readChosen } from "./log-address";
import { HeldButton, LogHeader, NothingSent, Pager } from "./log-header";
import { LogTable } from "./log-table";
import { useLiveLog } from "./use-live-log";

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
