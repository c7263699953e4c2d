"use client";

import { Pause, Pencil, Play, Send } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ConsoleWebhook, LogRow } from "@/lib/webhooks/schema";
import { SandboxLine, SandboxMark } from "../shell/environment";
import { PageHeader } from "../shell/page-header";
import { Button } from "../ui/button";
import { formatCount } from "../ui/counts";
import { formatAgo, formatMoment } from "../ui/dates";
import { useDialogs } from "../ui/dialog";
import { Fact } from "../ui/fact-list";
import { TextLink } from "../ui/links";
import { formatClocks } from "../usage/format";
import type { WebhookActions } from "./actions";
import { type LogQuery, logHref } from "./log/log-address";
import { type OpenDialog, useSwitch, WebhookDialogs, WebhookMenu } from "./webhook-dialogs";
import { formatState, OutcomeStrip, StatusMark, WebhookBadge } from "./webhook-table";

interface WebhookPageProps {
  webhook: ConsoleWebhook;
  /** Its last deliveries, the newest first. */
  rows: readonly LogRow[];
  zone: string;
  nowMs: number;
  actions: WebhookActions;
}

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true };

export function WebhookPage({ webhook, rows, zone, nowMs, actions }: WebhookPageProps) {
  const { id, environment } = webhook;
  const router = useRouter();
  const dialogs = useDialogs<OpenDialog>();
  const { isPending, toggle } = useSwitch(actions.setActive);
  const listHref = `/webhooks${environment === "sandbox" ? "?environment=sandbox" : ""}`;
  const view = { environment, webhookId: id, eventType: null, status: "all", after: null } as const;
  const state = formatState(webhook, zone);
  return (
    <>
      <SandboxLine environment={environment} />
      <PageHeader
        title={webhook.name}
        trail={{ href: listHref, name: "Webhooks" }}
        mark={
          <>
            <WebhookBadge webhook={webhook} />
            <SandboxMark environment={environment} />
          </>
        }
        actions={<Actions {...{ webhook, dialogs, toggle, isPending }} />}
      />
      {state !== null && (
        <p
          className={`page-x border-b border-line py-3 text-small ${webhook.isActive || webhook.disabledReason !== null ? "bg-warn-tint" : "bg-canvas text-ink-2"}`}
        >
          {state}
        </p>
      )}
      <div className="grid flex-1 max-lg:content-start lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <section aria-label="Facts" className="page-start border-line py-6 pr-4 md:pr-6 lg:border-r">
          <WebhookFacts webhook={webhook} zone={zone} nowMs={nowMs} />
        </section>
        <section aria-labelledby="last-heading" className="min-w-0 border-line max-lg:border-t">
          <div className="flex min-h-14 items-center justify-between gap-4 px-4 py-2 md:px-6">
            <h2 id="last-heading" className="text-heading">
              Last deliveries
            </h2>
            {rows.length > 0 && (
              <Link href={logHref(view)} prefetch={false} className="link text-small">
                All of them
              </Link>
            )}
          </div>
          <LastDeliveries rows={rows} view={view} zone={zone} nowMs={nowMs} />
        </section>
      </div>
      <WebhookDialogs
        dialogs={dialogs}
        environment={environment}
        actions={actions}
        onDeleted={() => router.push(listHref)}
      />
    </>
  );
}

interface ActionsProps {
  webhook: ConsoleWebhook;
  dialogs: ReturnType<typeof useDialogs<OpenDialog>>;
  toggle: ReturnType<typeof useSwitch>["toggle"];
  isPending: boolean;
}

function Actions({ webhook, dialogs, toggle, isPending }: ActionsProps) {
  const { isActive } = webhook;
  return (
    <>
      {isActive && (
        <Button onClick={() => dialogs.show({ kind: "test", webhook })}>
          <Send {...icon} />
          <span className="max-sm:sr-only">Send a test</span>
        </Button>
      )}
      <Button onClick={() => dialogs.show({ kind: "edit", webhook })}>
        <Pencil {...icon} />
        <span className="max-lg:sr-only">Edit</span>
      </Button>
      <Button
        kind={isActive ? "secondary" : "primary"}
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) toggle(webhook);
        }}
      >
        {isActive ? <Pause {...icon} /> : <Play {...icon} />}
        <span className={isActive ? "max-lg:sr-only" : ""}>{isActive ? "Pause" : "Resume"}</span>
      </Button>
      <WebhookMenu
        webhook={webhook}
        toggle={toggle}
        open={(kind, chosen) => dialogs.show({ kind, webhook: chosen })}
        isShort
      />
    </>
  );
}

function WebhookFacts({ webhook, zone, nowMs }: Pick<WebhookPageProps, "webhook" | "zone" | "nowMs">) {
  const {
    url,
    events,
    filter,
    headers,
    recent,
    eventCount,
    failureCount,
    lastTriggeredAt,
    previousSecretExpiresAt,
  } = webhook;
  return (
    <>
      <dl className="text-small">
        <Fact name="Address">
          <code className="font-mono text-mono">{url}</code>
        </Fact>
        <Fact name="Event types">
          <ul className="font-mono text-mono">
            {events.map((event) => (
              <li key={event}>{event}</li>
            ))}
          </ul>
        </Fact>
        <Fact name="Codes">{describeFilter(filter)}</Fact>
        {Object.keys(headers).length > 0 && (
          <Fact name="Headers">
            <code className="font-mono text-mono">{Object.keys(headers).join(", ")}</code>
          </Fact>
        )}
        <Fact name="Last 20">
          <OutcomeStrip recent={recent} />
        </Fact>
        <Fact name="Deliveries">
          {formatCount(eventCount)}, of which {formatCount(failureCount)} failed
        </Fact>
        <Fact name="Last sent">
          {lastTriggeredAt === null ? "Never" : formatAgo(lastTriggeredAt, nowMs, zone)}
        </Fact>
        <Fact name="Secret">
          {previousSecretExpiresAt === undefined
            ? "One, shown when it was created"
            : `Two: the old one also signs until ${formatMoment(previousSecretExpiresAt, zone)}`}
        </Fact>
        <Fact name="Created">{formatMoment(webhook.createdAt, zone)}</Fact>
        <Fact name="Updated">{formatMoment(webhook.updatedAt, zone)}</Fact>
        <Fact name="Id">
          <code className="font-mono text-mono">{webhook.id}</code>
        </Fact>
      </dl>
      <p className="mt-4 text-small text-ink-3">
        {formatClocks(zone)} <TextLink href="/docs/webhooks">How webhooks work</TextLink>
      </p>
    </>
  );
}

function describeFilter(filter: ConsoleWebhook["filter"]): string {
  if (filter === null) return "All";
  const { qrCodeIds = [], tags = [] } = filter;
  const chosen = qrCodeIds.length === 0 ? [] : [`${formatCount(qrCodeIds.length)} chosen by id`];
  const tagged = tags.length === 0 ? [] : [`tagged ${tags.map((tag) => `“${tag}”`).join(", ")}`];
  const text = [...chosen, ...tagged].join(", or ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface LastDeliveriesProps {
  rows: readonly LogRow[];
  view: LogQuery;
  zone: string;
  nowMs: number;
}

function LastDeliveries({ rows, view, zone, nowMs }: LastDeliveriesProps) {
  if (rows.length === 0) {
    return (
      <p className="border-t border-line px-4 py-6 text-small text-ink-2 md:px-6">
        Nothing sent yet. Send a test to see what your server answers.
      </p>
    );
  }
  return (
    <ul className="text-small">
      {rows.map(({ id, eventType, createdAt, status, responseStatus, durationMs }) => (
        <li key={id} className="border-t border-line last:border-b">
          <Link
            href={logHref(view, {}, id)}
            prefetch={false}
            className="grid min-h-10 grid-cols-[minmax(0,1fr)_6.5rem_2.5rem] items-center gap-x-3 px-4 py-1.5 hover:bg-canvas focus-visible:-outline-offset-2 sm:grid-cols-[minmax(0,1fr)_8rem_6.5rem_2.5rem_5rem] md:px-6 touch:min-h-12"
          >
            <span className="truncate font-mono text-mono">{eventType}</span>
            <span className="truncate text-ink-3 max-sm:hidden">{formatAgo(createdAt, nowMs, zone)}</span>
            <StatusMark status={status} />
            <span className="text-right font-medium">{responseStatus ?? "–"}</span>
            <span className="text-right text-ink-3 max-sm:hidden">
              {durationMs === null ? "" : `${durationMs.toLocaleString("en-GB")} ms`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
