import type { DeliveryStatus } from "@/lib/webhooks/schema";
import { statusWords } from "./words";

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
      <span className="sr-only">{sayOutcomes(recent)}</span>
    </span>
  );
}

/** `Of the last 20: 17 delivered, 3 failed`. */
function sayOutcomes(recent: readonly DeliveryStatus[]): string {
  if (recent.length === 0) return "None sent yet";
  const words = (Object.keys(statusWords) as DeliveryStatus[]).flatMap((status) => {
    const count = recent.filter((one) => one === status).length;
    return count === 0 ? [] : [`${count} ${statusWords[status].toLowerCase()}`];
  });
  return `Of the last ${recent.length}: ${words.join(", ")}`;
}
