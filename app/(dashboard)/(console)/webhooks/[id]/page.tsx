import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageHeader } from "@/components/shell/page-header";
import { NoWebhooksHere } from "@/components/ui/empty-state";
import { WebhookPage } from "@/components/webhooks/webhook-page";
import type { Caller } from "@/lib/accounts/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { entitlements, hasApiAccess } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";
import { getConsoleWebhook, listLog } from "@/lib/webhooks/delivery-log";
import type { ConsoleWebhook } from "@/lib/webhooks/schema";
import { readEnvironment, readZone, type SearchParams } from "../../../../request";
import { webhookActions } from "../webhook-actions";

export const metadata: Metadata = { title: "Webhook" };

/** Deliveries that stand beside the facts. */
const lastRows = 20;

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function OneWebhookPage({ params, searchParams }: PageProps) {
  const session = await requireSession();
  if (!hasApiAccess(session.plan)) {
    return (
      <>
        <PageHeader title="Webhooks" />
        <NoWebhooksHere planName={entitlements[session.plan].name} />
      </>
    );
  }
  const [{ id }, environment, zone] = await Promise.all([params, readEnvironment(searchParams), readZone()]);
  const caller = { ...callerOf(session), environment };
  const webhook = await findWebhook(caller, id);
  if (webhook === null) notFound();
  const filter = { webhookId: id, eventType: null, status: "all" } as const;
  const { rows } = await listLog(caller, filter, { limit: lastRows });
  return (
    <WebhookPage webhook={webhook} rows={rows} zone={zone} nowMs={Date.now()} actions={webhookActions} />
  );
}

async function findWebhook(caller: Caller, id: string): Promise<ConsoleWebhook | null> {
  return getConsoleWebhook(caller, id).catch((error) => {
    if (error instanceof ServiceError && error.code === "not_found") return null;
    throw error;
  });
}
