import type { ConsoleWebhook } from "@/lib/webhooks/schema";
import { Badge } from "../ui/badge";
import { countOf, sayCount } from "../ui/counts";
import { sayMoment } from "../ui/dates";

/** Active, or paused. */
export function WebhookBadge({ webhook }: { webhook: Pick<ConsoleWebhook, "isActive" | "disabledReason"> }) {
  if (webhook.isActive) return <Badge tone="ok">Active</Badge>;
  return <Badge tone={webhook.disabledReason === null ? "neutral" : "stop"}>Paused</Badge>;
}

/** Why it is paused, or what may come to that; null: all is well. */
export function sayState(webhook: ConsoleWebhook, zone: string): string | null {
  const { isActive, disabledReason, consecutiveFailures, failingSince } = webhook;
  const since = failingSince === null ? "" : ` since ${sayMoment(failingSince, zone)}`;
  if (!isActive) {
    if (disabledReason === null) return "Paused by hand. What happens meanwhile is not sent later.";
    return `Paused by us: ${sayCount(consecutiveFailures)} deliveries in a row failed${since}. Mend the receiver, then resume: what was missed is not sent later.`;
  }
  if (consecutiveFailures === 0) return null;
  if (consecutiveFailures === 1) return "The last delivery failed.";
  return `${countOf(consecutiveFailures, "delivery", "deliveries")} in a row failed${since}. If that goes on for long, we pause it and write to you.`;
}
