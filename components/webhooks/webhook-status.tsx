import { Ban, Check, Clock, RotateCw, X } from "lucide-react";
import type { ConsoleWebhook, DeliveryStatus } from "@/lib/webhooks/schema";
import { Badge } from "../ui/badge";
import { countOf, formatCount } from "../ui/counts";
import { formatMoment } from "../ui/dates";
import { statusLabels } from "./messages";

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
