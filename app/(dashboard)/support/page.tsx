import { ChevronRight } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Block, PageHeader } from "@/components/shell/page-header";
import { SupportForm } from "@/components/support/support-form";
import { Badge } from "@/components/ui/badge";
import { formatMoment, formatZone } from "@/components/ui/dates";
import { requireSession } from "@/lib/auth";
import { entitlements, hasApiAccess, plans } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { canSendMail } from "@/lib/platform/mail";
import { listOwnSupportRequests } from "@/lib/support";
import type { OwnSupportRequest } from "@/lib/support/schema";
import { readZone } from "../../request";
import { sendSupportRequest } from "./actions";

export const metadata: Metadata = { title: "Support" };

/** The plans whose holders are answered first, as a sentence names them. */
const priorityPlans = plans
  .filter((plan) => entitlements[plan].prioritySupport)
  .map((plan) => entitlements[plan].name)
  .join(" and ");

export default async function SupportPage() {
  const session = await requireSession();
  const [requests, zone] = await Promise.all([listOwnSupportRequests(session.accountId), readZone()]);
  const { name, prioritySupport } = entitlements[session.plan];
  const isMailed = env.supportEmail !== undefined && canSendMail();
  return (
    <>
      <PageHeader title="Support" mark={prioritySupport && <Badge tone="accent">Priority</Badge>} />
      <Block
        id="write"
        title="Write to the operator"
        lead={
          <>
            {prioritySupport
              ? `With ${name}, your messages are marked priority and answered first.`
              : `A person reads your message and replies by email. ${priorityPlans} messages are answered first.`}
            {!isMailed && " The operator isn't emailed: they see your message when they check."}
          </>
        }
      >
        <SupportForm email={session.email} ask={sendSupportRequest} isMailed={isMailed} />
      </Block>
      <Block id="asked" title="Your messages" lead="Kept until the account is deleted.">
        <AskedList requests={requests} zone={zone} />
      </Block>
      {hasApiAccess(session.plan) && (
        <Block id="help" title="Related docs">
          <ul>
            <Help href="/docs/with-a-key" name="With a key">
              every endpoint, its fields and its answers
            </Help>
            <Help href="/docs/errors" name="Errors">
              every error code of the API, and how to fix it
            </Help>
            <Help href="/docs/webhooks" name="Webhooks">
              signatures, attempts, and why one was paused
            </Help>
          </ul>
        </Block>
      )}
    </>
  );
}

function Help({ href, name, children }: { href: string; name: string; children: string }) {
  return (
    <li className="border-t border-line last:border-b">
      <Link
        href={href}
        prefetch={false}
        className="flex min-h-11 flex-wrap items-center gap-x-3 py-2 text-small text-ink-3 hover:bg-canvas"
      >
        <span className="w-28 font-medium text-accent">{name}</span>
        {children}
      </Link>
    </li>
  );
}

interface AskedListProps {
  requests: readonly OwnSupportRequest[];
  zone: string;
}

/** So many are shown at once; the others one asks for. */
const shownAtOnce = 10;

function AskedList({ requests, zone }: AskedListProps) {
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
