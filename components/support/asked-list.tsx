import { ChevronRight } from "lucide-react";
import type { OwnSupportRequest } from "@/lib/support/schema";
import { Badge } from "../ui/badge";
import { formatMoment, formatZone } from "../ui/dates";

interface AskedListProps {
  requests: readonly OwnSupportRequest[];
  zone: string;
}

/** So many are shown at once; the others one asks for. */
const shownAtOnce = 10;

export function AskedList({ requests, zone }: AskedListProps) {
  if (requests.length === 0) return <p className="text-ink-3">Nothing yet. Messages you send appear here.</p>;
  const [first, others] = [requests.slice(0, shownAtOnce), requests.slice(shownAtOnce)];
  return (
    <>
      <Rows requests={first} zone={zone} />
      {others.length > 0 && (
        <details className="group/rest">
          <summary className="flex h-11 cursor-pointer items-center text-small text-accent group-open/rest:hidden">
            All {requests.length} messages
          </summary>
          <Rows requests={others} zone={zone} />
        </details>
      )}
      <p className="mt-3 text-small text-ink-3">Times in {formatZone(zone)}.</p>
    </>
  );
}

function Rows({ requests, zone }: AskedListProps) {
  return (
    <ul>
      {requests.map(({ id, subject, message, isPriority, createdAt, answeredAt }) => (
        <li key={id} className="border-t border-line last:border-b">
          <details className="group">
            <summary className="flex min-h-15 cursor-pointer list-none items-center gap-3 py-2.5 hover:bg-canvas [&::-webkit-details-marker]:hidden">
              <ChevronRight
                size={16}
                strokeWidth={1.6}
                className="shrink-0 text-ink-3 group-open:rotate-90"
                aria-hidden
              />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-medium [overflow-wrap:anywhere]">{subject}</span>
                  {isPriority && <Badge tone="accent">Priority</Badge>}
                  {answeredAt !== null && <Badge>Answered</Badge>}
                </span>
                <span className="block text-small text-ink-3">{formatMoment(createdAt, zone)}</span>
              </span>
            </summary>
            <p className="max-w-[66ch] pb-4 pl-7 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
              {message}
            </p>
          </details>
        </li>
      ))}
    </ul>
  );
}
