import { Ban, Check, Clock, RotateCw, X } from "lucide-react";
import type { DeliveryStatus } from "@/lib/webhooks/schema";
import { statusWords } from "./words";

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
      {statusWords[status]}
    </span>
  );
}
