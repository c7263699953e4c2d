import Link from "next/link";
import type { ReactNode } from "react";
import type { AccountView } from "@/lib/operator/schema";
import { entitlements } from "@/lib/plans";
import { Block } from "../shell/page-header";
import { Badge } from "../ui/badge";
import { countOf } from "../ui/counts";
import { formatMoment } from "../ui/dates";
import { PersonsWords, reasonNames } from "./list-parts";

interface ListProps {
  account: AccountView;
  zone: string;
}

function List({ none, isEmpty, children }: { none: string; isEmpty: boolean; children: ReactNode }) {
  return isEmpty ? <p className="text-ink-3">{none}</p> : <ul className="text-small">{children}</ul>;
}

function Item({ children }: { children: ReactNode }) {
  return <li className="border-t border-line py-2.5 last:border-b [overflow-wrap:anywhere]">{children}</li>;
}

export function RequestList({ account: { requests }, zone }: ListProps) {
  return (
    <Block id="requests" title="Requests for a plan">
      <List none="None." isEmpty={requests.length === 0}>
        {requests.map(({ id, plan, note, createdAt, resolvedAt }) => (
          <Item key={id}>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="text-body font-medium">{entitlements[plan].name}</span>
              {resolvedAt === null && <Badge tone="warn">Open</Badge>}
              <span className="text-ink-3">
                {formatMoment(createdAt, zone)}
                {resolvedAt !== null && `, answered ${formatMoment(resolvedAt, zone)}`}
              </span>
            </p>
            {note !== null && <PersonsWords text={note} />}
            {resolvedAt === null && (
              <Link
                href="/admin/requests"
                prefetch={false}
                className="link inline-flex min-h-6 items-center touch:min-h-11 touch:min-w-11"
              >
                Answer it
              </Link>
            )}
          </Item>
        ))}
      </List>
    </Block>
  );
}

export function QuestionList({ account: { questions }, zone }: ListProps) {
  return (
    <Block id="questions" title="Questions to support">
      <List none="None." isEmpty={questions.length === 0}>
        {questions.map(({ id, subject, message, createdAt, isPriority, isAnswered }) => (
          <Item key={id}>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="text-body font-medium">{subject}</span>
              {isPriority && <Badge tone="accent">Priority</Badge>}
              {isAnswered && <Badge>Answered</Badge>}
              <span className="text-ink-3">{formatMoment(createdAt, zone)}</span>
            </p>
            <PersonsWords text={message} />
          </Item>
        ))}
      </List>
    </Block>
  );
}

export function ReportList({ account: { reports }, zone }: ListProps) {
  return (
    <Block id="reports" title="Reports against its codes">
      <List none="None." isEmpty={reports.length === 0}>
        {reports.map(({ id, shortCode, reason, note, createdAt, isSettled }) => (
          <Item key={id}>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link
                href={`/admin/codes?q=${shortCode}`}
                prefetch={false}
                className="link py-0.5 font-mono text-mono"
              >
                {shortCode}
              </Link>
              <span className="font-medium">{reasonNames[reason]}</span>
              {!isSettled && <Badge tone="warn">Open</Badge>}
              <span className="text-ink-3">{formatMoment(createdAt, zone)}</span>
            </p>
            {note !== null && <PersonsWords text={note} />}
          </Item>
        ))}
      </List>
    </Block>
  );
}

export function KeyList({ account: { keys }, zone }: ListProps) {
  return (
    <Block id="keys" title="Keys" lead="As in their owner's list. Key values aren't stored.">
      <List none="None." isEmpty={keys.length === 0}>
        {keys.map((key) => (
          <Item key={key.id}>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="text-body font-medium">{key.name}</span>
              {key.environment === "sandbox" && <Badge tone="warn">Sandbox</Badge>}
              {!key.isActive && <Badge>Off</Badge>}
            </p>
            <p className="text-ink-3">
              <code className="font-mono text-mono">{key.preview}</code> ·{" "}
              {key.lastUsedAt === null ? "never used" : `used ${formatMoment(key.lastUsedAt, zone)}`}
            </p>
          </Item>
        ))}
      </List>
    </Block>
  );
}

export function WebhookList({ account: { webhooks } }: Pick<ListProps, "account">) {
  return (
    <Block id="webhooks" title="Webhooks" lead="Their hosts, and how deliveries go.">
      <List none="None." isEmpty={webhooks.length === 0}>
        {webhooks.map(({ id, name, host, isSandbox, isActive, isDisabled, eventCount, failureCount }) => (
          <Item key={id}>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="text-body font-medium">{name}</span>
              {isSandbox && <Badge tone="warn">Sandbox</Badge>}
              {!isActive && <Badge tone={isDisabled ? "stop" : "neutral"}>Paused</Badge>}
              {isDisabled && <span className="text-stop">by the service, because it failed</span>}
            </p>
            <p className="text-ink-3">
              {host} · {countOf(eventCount, "delivery", "deliveries")}, {failureCount} failed
            </p>
          </Item>
        ))}
      </List>
    </Block>
  );
}

const whoDid: Record<AccountView["audit"][number]["by"], string> = {
  person: "its person",
  key: "a key of it",
  operator: "an operator, in the browser",
  service: "the service, or a command of the operator",
};

export function AuditList({ account: { audit }, zone }: ListProps) {
  return (
    <Block id="audit" title="Recent activity">
      <List none="Nothing." isEmpty={audit.length === 0}>
        {audit.map(({ id, action, createdAt, by }) => (
          <Item key={id}>
            <code className="font-mono text-mono">{action}</code>{" "}
            <span className="text-ink-3">
              {formatMoment(createdAt, zone)}, by {whoDid[by]}
            </span>
          </Item>
        ))}
      </List>
    </Block>
  );
}
