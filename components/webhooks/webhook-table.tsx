import { Ban, Check, Clock, RotateCw, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { ConsoleWebhook, DeliveryStatus } from "@/lib/webhooks/schema";
import { Badge } from "../ui/badge";
import { countOf, formatCount } from "../ui/counts";
import { formatAgo, formatMoment } from "../ui/dates";
import { LinkWait } from "../ui/link-sign";
import { Th } from "../ui/table";
import { statusLabels } from "./messages";

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

/** Active, or paused. */
export function WebhookBadge({ webhook }: { webhook: Pick<ConsoleWebhook, "isActive" | "disabledReason"> }) {
  if (webhook.isActive) return <Badge tone="ok">Active</Badge>;
  return <Badge tone={webhook.disabledReason === null ? "neutral" : "stop"}>Paused</Badge>;
}

/** Why it is paused, or what may come to that; null: all is well. */
export function formatState(webhook: ConsoleWebhook, zone: string): string | null {
  const { isActive, disabledReason, consecutiveFailures, failingSince } = webhook;
  const since = failingSince === null ? "" : ` since ${formatMoment(failingSince, zone)}`;
  if (!isActive) {
    if (disabledReason === null)
      return "You paused this webhook. Events during the pause are not sent later.";
    return `Paused by us: ${formatCount(consecutiveFailures)} deliveries in a row failed${since}. Fix the receiver, then resume. Missed events are not sent later.`;
  }
  if (consecutiveFailures === 0) return null;
  if (consecutiveFailures === 1) return "The last delivery failed.";
  return `${countOf(consecutiveFailures, "delivery", "deliveries")} in a row failed${since}. If this continues for long, we pause it and mail you.`;
}

/** Height and colour both tell: what was delivered stands tall, what failed is a stump, what waits is hollow. */
const bars: Record<DeliveryStatus, string> = {
  delivered: "h-4 bg-ok",
  failed: "h-1.5 bg-stop",
  pending: "h-4 border border-line-strong",
  retrying: "h-2.5 bg-warn",
  cancelled: "h-0.5 bg-line-strong",
};

const places = 20;

/** What became of the last twenty deliveries, the newest at the right. */
export function OutcomeStrip({ recent }: { recent: readonly DeliveryStatus[] }) {
  return (
    <span className="inline-block">
      <span className="flex h-4 items-end gap-0.5 [forced-color-adjust:none]" aria-hidden>
        {Array.from({ length: places }, (_, place) => {
          const status = recent[place - places + recent.length];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is.
            <span key={place} className={`w-1 ${status === undefined ? "h-0.5 bg-line" : bars[status]}`} />
          );
        })}
      </span>
      <span className="sr-only">{formatOutcomes(recent)}</span>
    </span>
  );
}

/** `Of the last 20: 17 delivered, 3 failed`. */
function formatOutcomes(recent: readonly DeliveryStatus[]): string {
  if (recent.length === 0) return "None sent yet";
  const words = (Object.keys(statusLabels) as DeliveryStatus[]).flatMap((status) => {
    const count = recent.filter((one) => one === status).length;
    return count === 0 ? [] : [`${count} ${statusLabels[status].toLowerCase()}`];
  });
  return `Of the last ${recent.length}: ${words.join(", ")}`;
}

const looks = {
  pending: { Icon: Clock, tone: "text-ink-2" },
  retrying: { Icon: RotateCw, tone: "text-warn" },
  delivered: { Icon: Check, tone: "text-ok" },
  failed: { Icon: X, tone: "text-stop" },
  cancelled: { Icon: Ban, tone: "text-ink-3" },
} as const;

/** What a delivery is: icon and word. */
export function StatusMark({ status }: { status: DeliveryStatus }) {
  const { Icon, tone } = looks[status];
  return (
    <span className={`inline-flex items-center gap-2 align-middle font-medium whitespace-nowrap ${tone}`}>
      <Icon size={14} strokeWidth={1.8} className="shrink-0" aria-hidden />
      {statusLabels[status]}
    </span>
  );
}
