"use client";

import { Plus } from "lucide-react";
import type { Environment } from "@/lib/accounts/schema";
import type { ConsoleWebhook, IssuedWebhook } from "@/lib/webhooks/schema";
import { EnvironmentLinks, SandboxLine, SandboxMark } from "../shell/environment";
import { PageHeader } from "../shell/page-header";
import { Button } from "../ui/button";
import { useDialogs, useFocusAfter } from "../ui/dialog";
import { ButtonLink, TextLink } from "../ui/links";
import { formatClocks } from "../usage/format";
import type { WebhookActions } from "./actions";
import { type OpenDialog, useSwitch, WebhookDialogs, WebhookMenu } from "./webhook-dialogs";
import { NewWebhookForm } from "./webhook-forms";
import { WebhookTable } from "./webhook-table";

const example = `POST /quietzone HTTP/1.1
content-type: application/json
x-webhook-event: scan.created
webhook-id: evt_019a9b6e4c1d…

{
  "id": "evt_019a9b6e4c1d…",
  "type": "scan.created",
  "sandbox": false,
  "data": {
    "qrCodeName": "Menu, table 4",
    "country": "PT",
    "device": "Mobile"
  }
}`;

interface WebhooksViewProps {
  /** Those of the environment, the newest first. */
  webhooks: readonly ConsoleWebhook[];
  used: number;
  most: number;
  environment: Environment;
  zone: string;
  nowMs: number;
  actions: WebhookActions;
}

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
            <ButtonLink href="/docs/webhooks" className="max-sm:hidden">
              Docs
            </ButtonLink>
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
          All {most} webhooks are used, including the other environment's. Delete one to create another.
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
            {used} of {most} webhooks are used, production and sandbox together. {formatClocks(zone)}{" "}
            <TextLink href="/docs/webhooks">How webhooks work</TextLink>
          </p>
        </>
      )}
      <WebhookDialogs dialogs={dialogs} environment={environment} actions={actions} />
    </>
  );
}

interface FirstWebhookProps {
  create: WebhookActions["create"];
  environment: Environment;
  onIssued: (issued: IssuedWebhook) => void;
}

function FirstWebhook({ create, environment, onIssued }: FirstWebhookProps) {
  const isSandbox = environment === "sandbox";
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_25.5rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
      <div className="page-start py-8 pr-4 md:pr-6 xl:pr-8">
        <div className="max-w-[40rem]">
          <h2 className="text-title-lg">{isSandbox ? "A webhook for the sandbox" : "Your first webhook"}</h2>
          <p className="mt-2 mb-6 text-ink-2">
            {isSandbox
              ? "It gets only sandbox events, marked as such. Production webhooks are separate."
              : "Your server is notified as soon as a code is created, changed, deleted or scanned."}
          </p>
          <NewWebhookForm id="first-webhook" create={create} environment={environment} onIssued={onIssued} />
        </div>
      </div>
      <aside
        aria-label="What is sent"
        className="bench border-line bg-canvas px-4 py-8 max-lg:border-t md:px-6 lg:border-l"
      >
        <h2 className="text-small font-medium">What is sent</h2>
        <pre className="mt-2 rounded-control border border-line bg-surface px-3 py-2.5 font-mono text-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
          <code>{example.replace('"sandbox": false', `"sandbox": ${isSandbox}`)}</code>
        </pre>
        <p className="mt-3 text-small text-ink-2">
          Signed, and retried until your server accepts it: 4 attempts over some minutes.{" "}
          <TextLink href="/docs/webhooks">How webhooks work</TextLink>
        </p>
      </aside>
    </div>
  );
}
