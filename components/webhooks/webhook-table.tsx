import Link from "next/link";
import type { ReactNode } from "react";
import type { ConsoleWebhook } from "@/lib/webhooks/schema";
import { formatCount } from "../ui/counts";
import { formatAgo } from "../ui/dates";
import { LinkWait } from "../ui/link-sign";
import { Th } from "../ui/table";
import { formatState, OutcomeStrip, WebhookBadge } from "./webhook-status";

interface WebhookTableProps {
  webhooks: readonly ConsoleWebhook[];
  zone: string;
  nowMs: number;
  menuOf: (webhook: ConsoleWebhook) => ReactNode;
}

const cell = "max-lg:hidden py-2.5 pr-4";

/** One row a webhook, which opens it; on small screens what is hidden is told below its address. */
export function WebhookTable({ webhooks, ...rest }: WebhookTableProps) {
  return (
    <table className="w-full text-left text-small">
      <caption className="sr-only">Webhooks, newest first</caption>
      <thead className="max-lg:sr-only">
        <tr className="border-b border-line whitespace-nowrap text-ink-3">
          <Th className="page-start h-9 pr-4 font-medium">Name and address</Th>
          <Th className="pr-4 font-medium">Event types</Th>
          <Th className="pr-4 font-medium">Last 20</Th>
          <Th className="pr-4 text-right font-medium">Deliveries</Th>
          <Th className="pr-4 text-right font-medium">Failed</Th>
          <Th className="pr-4 font-medium">Last sent</Th>
          <Th className="page-end w-0">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} {...rest} />
        ))}
      </tbody>
    </table>
  );
}

export function webhookHref({ id, environment }: Pick<ConsoleWebhook, "id" | "environment">): string {
  return `/webhooks/${id}${environment === "sandbox" ? "?environment=sandbox" : ""}`;
}

function WebhookRow({
  webhook,
  zone,
  nowMs,
  menuOf,
}: { webhook: ConsoleWebhook } & Omit<WebhookTableProps, "webhooks">) {
  const { name, url, events, recent, eventCount, failureCount, lastTriggeredAt } = webhook;
  const state = formatState(webhook, zone);
  const sent = lastTriggeredAt === null ? "Never" : formatAgo(lastTriggeredAt, nowMs, zone);
  return (
    <tr className="relative [transform:translate(0)] border-b border-line hover:bg-canvas has-data-popup-open:bg-accent-tint">
      <th scope="row" className="page-start h-15 min-w-0 py-2.5 pr-4 font-normal">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={webhookHref(webhook)}
            prefetch={false}
            className="flex min-w-0 items-center gap-2 text-body font-medium outline-none [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
            <LinkWait />
          </Link>
          <WebhookBadge webhook={webhook} />
        </span>
        <code className="mt-0.5 line-clamp-2 font-mono text-mono text-ink-3 [overflow-wrap:anywhere]">
          {url}
        </code>
        {state !== null && (
          <span
            className={`mt-0.5 block max-w-[52ch] ${webhook.disabledReason === null ? "text-ink-2" : "text-stop"}`}
          >
            {state}
          </span>
        )}
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 lg:hidden">
          <OutcomeStrip recent={recent} />
          <span>
            {formatCount(eventCount)} sent, {formatCount(failureCount)} failed
          </span>
          <span className="font-mono text-mono text-ink-3">{events.join(", ")}</span>
        </span>
      </th>
      <td className={`${cell} font-mono text-mono text-ink-2`}>
        <ul>
          {events.map((event) => (
            <li key={event}>{event}</li>
          ))}
        </ul>
      </td>
      <td className={cell}>
        <OutcomeStrip recent={recent} />
      </td>
      <td className={`${cell} text-right font-medium`}>{formatCount(eventCount)}</td>
      <td className={`${cell} text-right ${failureCount > 0 ? "font-medium text-stop" : "text-ink-3"}`}>
        {formatCount(failureCount)}
      </td>
      <td className={`${cell} whitespace-nowrap text-ink-2`}>{sent}</td>
      <td className="page-end py-2 text-right align-middle">
        <span className="relative z-1 inline-block">{menuOf(webhook)}</span>
      </td>
    </tr>
  );
}
