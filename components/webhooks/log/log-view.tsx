"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import type { LogCounts, LogDelivery, LogPage } from "@/lib/webhooks/schema";
import { Announcer } from "../../live/announcer";
import { Dialog } from "../../ui/dialog";
import type { FormAction } from "../../ui/form/answer";
import type { MadeDelivery } from "../actions";
import { type Testable, TestForm } from "../forms/test-form";
import { DetailPane } from "./detail-pane";
import { logHref, readChosen, type LogView as View } from "./log-address";
import { LogFilters } from "./log-filters";
import { LogHeader } from "./log-header";
import { HeldButton, NothingSent, Pager } from "./log-parts";
import { LogTable } from "./log-table";
import { useDelivery } from "./use-delivery";
import { useLiveLog } from "./use-live-log";

interface LogViewProps {
  view: View;
  page: LogPage;
  counts: LogCounts;
  /** Those of the environment; at least one. */
  webhooks: readonly Testable[];
  /** The delivery that the address names, where there is one. */
  initial: LogDelivery | null;
  zone: string;
  /** How long a delivery is kept. */
  keptDays: number;
  nowMs: number;
  actions: { test: FormAction<MadeDelivery>; replay: FormAction<MadeDelivery> };
}

/** The log of an environment, and beside it the delivery that is opened. */
export function LogView(props: LogViewProps) {
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

/** Which delivery is opened: it stands in the address, which the page changes by itself. */
function useChosen(view: View) {
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
