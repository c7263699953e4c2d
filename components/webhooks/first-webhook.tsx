"use client";

import Link from "next/link";
import type { Environment } from "@/lib/accounts/schema";
import type { IssuedWebhook } from "@/lib/webhooks/schema";
import type { WebhookActions } from "./actions";
import { NewWebhookForm } from "./forms/new-webhook-form";

interface FirstWebhookProps {
  create: WebhookActions["create"];
  environment: Environment;
  onIssued: (issued: IssuedWebhook) => void;
}

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

/** Without a webhook: the form that makes one, and what it will bring. */
export function FirstWebhook({ create, environment, onIssued }: FirstWebhookProps) {
  const isSandbox = environment === "sandbox";
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_25.5rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
      <div className="page-start py-8 pr-4 md:pr-6 xl:pr-8">
        <div className="max-w-[40rem]">
          <h2 className="text-title-lg">{isSandbox ? "A webhook for the sandbox" : "Your first webhook"}</h2>
          <p className="mt-2 mb-6 text-ink-2">
            {isSandbox
              ? "It hears of sandbox data alone, and its events say so. Those of production stand apart."
              : "Your server hears at once of what happens to your codes, instead of asking for it."}
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
          Signed, and sent again until your server has taken it: 4 attempts over some minutes.{" "}
          <Link className="link" href="/docs/webhooks" prefetch={false}>
            How webhooks work
          </Link>
        </p>
      </aside>
    </div>
  );
}
