import type { Metadata } from "next";
import { PageHeader } from "@/components/shell/page-header";
import { NoWebhooksHere } from "@/components/ui/empty-state";
import { WebhooksView } from "@/components/webhooks/webhooks-view";
import { callerOf, requireSession } from "@/lib/auth";
import { entitlements, hasApiAccess } from "@/lib/plans";
import { listConsoleWebhooks } from "@/lib/webhooks/delivery-log";
import { maxWebhooks } from "@/lib/webhooks/schema";
import { readEnvironment, readZone, type SearchParams } from "../../../../request";
import { webhookActions } from "../webhook-actions";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession();
  if (!hasApiAccess(session.plan)) {
    return (
      <>
        <PageHeader title="Webhooks" />
        <NoWebhooksHere planName={entitlements[session.plan].name} />
      </>
    );
  }
  const [environment, zone] = await Promise.all([readEnvironment(searchParams), readZone()]);
  const { webhooks, used } = await listConsoleWebhooks({ ...callerOf(session), environment });
  return (
    <WebhooksView
      key={environment}
      webhooks={webhooks}
      used={used}
      most={maxWebhooks}
      environment={environment}
      zone={zone}
      nowMs={Date.now()}
      actions={webhookActions}
    />
  );
}
