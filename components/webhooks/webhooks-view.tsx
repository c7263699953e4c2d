"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import type { Environment } from "@/lib/accounts/schema";
import type { ConsoleWebhook } from "@/lib/webhooks/schema";
import { EnvironmentLinks, SandboxLine, SandboxMark } from "../shell/environment";
import { PageHeader } from "../shell/page-header";
import { Button, buttonClasses } from "../ui/button";
import { useDialogs } from "../ui/use-dialogs";
import { useFocusAfter } from "../ui/use-focus-after";
import { sayClocks } from "../usage/words";
import type { WebhookActions } from "./actions";
import { FirstWebhook } from "./first-webhook";
import { useSwitch } from "./use-switch";
import { type OpenDialog, WebhookDialogs } from "./webhook-dialogs";
import { WebhookMenu } from "./webhook-menu";
import { WebhookTable } from "./webhook-table";

interface WebhooksViewProps {
  /** Those of the environment, the newest first. */
  webhooks: readonly ConsoleWebhook[];
  /** How many the account has in both environments. */
  used: number;
  /** And how many it may have. */
  most: number;
  environment: Environment;
  zone: string;
  nowMs: number;
  actions: WebhookActions;
}

/** The page of the webhooks: what there is, a new one, and what is done with one. */
export function WebhooksView({ webhooks, used, most, environment, zone, nowMs, actions }: WebhooksViewProps) {
  const dialogs = useDialogs<OpenDialog>();
  const { toggle } = useSwitch(actions.setActive);
  const isFull = used >= most;
  const isFirst = webhooks.length === 0 && !isFull;
  const newButton = useFocusAfter(isFirst);
  return (
    <>
      <SandboxLine environment={environment} />
      <PageHeader
        title="Webhooks"
        mark={<SandboxMark environment={environment} />}
        filters={<EnvironmentLinks environment={environment} path="/webhooks" />}
        actions={
          <>
            <Link
              href="/docs/webhooks"
              prefetch={false}
              className={buttonClasses({ kind: "secondary", className: "max-sm:hidden" })}
            >
              Docs
            </Link>
            {!isFirst && !isFull && (
              <Button ref={newButton} kind="primary" onClick={() => dialogs.show({ kind: "new" })}>
                <Plus size={16} strokeWidth={1.6} aria-hidden />
                New webhook
              </Button>
            )}
          </>
        }
      />
      {isFull && (
        <p className="page-x border-b border-line bg-warn-tint py-3 text-small text-ink">
          All {most} webhooks are used, those of the other data included. Delete one that is no longer needed
          to make another.
        </p>
      )}
      {isFirst && (
        <FirstWebhook
          create={actions.create}
          environment={environment}
          onIssued={(issued) => dialogs.show({ kind: "issued", issued })}
        />
      )}
      {webhooks.length > 0 && (
        <>
          <WebhookTable
            webhooks={webhooks}
            zone={zone}
            nowMs={nowMs}
            menuOf={(webhook) => (
              <WebhookMenu
                webhook={webhook}
                toggle={toggle}
                open={(kind, chosen) => dialogs.show({ kind, webhook: chosen })}
              />
            )}
          />
          <p className="page-x py-4 text-small text-ink-3">
            {used} of {most} webhooks are used, production and sandbox together. {sayClocks(zone)}{" "}
            <Link href="/docs/webhooks" prefetch={false} className="link">
              How webhooks work
            </Link>
          </p>
        </>
      )}
      <WebhookDialogs dialogs={dialogs} environment={environment} actions={actions} />
    </>
  );
}
