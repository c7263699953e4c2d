import type { Metadata } from "next";
import { PageHeader } from "@/components/shell/page-header";
import { EmptyState, NoWebhooksHere } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/links";
import { logHref, pageRows, readChosen, readLogView } from "@/components/webhooks/log/log-address";
import { LogHeader, LogView } from "@/components/webhooks/log/log-view";
import type { Caller, Environment } from "@/lib/accounts/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { entitlements, hasApiAccess } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { listWebhooks } from "@/lib/webhooks";
import { countLog, getLogDelivery, listLog } from "@/lib/webhooks/delivery-log";
import type { LogDelivery } from "@/lib/webhooks/schema";
import { readEnvironment, readZone, type SearchParams } from "../../../../request";
import { replayDelivery, sendTestEvent } from "../../webhooks/actions";

export const metadata: Metadata = { title: "Deliveries" };

const actions = { test: sendTestEvent, replay: replayDelivery };

export default async function DeliveriesPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession();
  if (!hasApiAccess(session.plan)) {
    return (
      <>
        <PageHeader title="Deliveries" />
        <NoWebhooksHere planName={entitlements[session.plan].name} />
      </>
    );
  }
  const [params, environment, zone] = await Promise.all([
    searchParams,
    readEnvironment(searchParams),
    readZone(),
  ]);
  const caller = { ...callerOf(session), environment };
  const view = readLogView(params, environment);
  const webhooks = await listWebhooks(caller);
  if (webhooks.length === 0) return <WithoutWebhooks environment={environment} />;
  const [page, counts, initial] = await Promise.all([
    listLog(caller, view, { after: view.after ?? undefined, limit: pageRows }),
    countLog(caller, view),
    findDelivery(caller, readChosen(params)),
  ]);
  return (
    <LogView
      key={logHref(view)}
      view={view}
      page={page}
      counts={counts}
      webhooks={webhooks.map(({ id, name, events, isActive }) => ({ id, name, events, isActive }))}
      initial={initial}
      zone={zone}
      keptDays={env.eventRetentionDays}
      nowMs={Date.now()}
      actions={actions}
    />
  );
}

/** Null also for one that is gone: the page then looks for it by itself, and says so. */
async function findDelivery(caller: Caller, id: string | null): Promise<LogDelivery | null> {
  if (id === null) return null;
  return getLogDelivery(caller, id).catch((error) => {
    if (error instanceof ServiceError && error.code === "not_found") return null;
    throw error;
  });
}

function WithoutWebhooks({ environment }: { environment: Environment }) {
  return (
    <>
      <LogHeader environment={environment} onTest={null} />
      <EmptyState
        mark="No deliveries"
        title="Deliveries start with a webhook"
        action={
          <ButtonLink
            href={environment === "sandbox" ? "/webhooks?environment=sandbox" : "/webhooks"}
            kind="primary"
          >
            Create a webhook
          </ButtonLink>
        }
      >
        <p>
          See what was sent to your server, how it answered and how long it took. You can resend each
          delivery.
        </p>
      </EmptyState>
    </>
  );
}
