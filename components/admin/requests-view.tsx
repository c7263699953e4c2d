import Link from "next/link";
import type { OpenPlanRequest } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import type { SupportRequest } from "@/lib/support/schema";
import { Block, PageHeader } from "../shell/page-header";
import { Badge } from "../ui/badge";
import { formatCount } from "../ui/counts";
import { formatMoment, formatZone } from "../ui/dates";
import type { FormAction } from "../ui/form/answer";
import { TextLink } from "../ui/links";
import { PersonsWords } from "./list-parts";
import { DeclineRequest, OnePress } from "./row-actions";

interface RequestsViewProps {
  requests: readonly OpenPlanRequest[];
  questions: { waiting: number } & Pick<QuestionsProps, "requests">;
  zone: string;
  actions: { grant: FormAction<null>; decline: FormAction<null> } & Pick<QuestionsProps, "markAnswered">;
}

export function RequestsView({ requests, questions, zone, actions }: RequestsViewProps) {
  return (
    <>
      <PageHeader title="Requests" />
      <Block
        id="plans"
        title={<Title name="Plans" count={requests.length} />}
        lead={`Oldest first. Your answer is mailed. Times in ${formatZone(zone)}.`}
      >
        {requests.length === 0 ? (
          <p className="text-ink-3">No plan requests.</p>
        ) : (
          <ul>
            {requests.map((request) => (
              <PlanRequest key={request.id} request={request} zone={zone} actions={actions} />
            ))}
          </ul>
        )}
      </Block>
      <Block
        id="questions"
        title={<Title name="Questions" count={questions.waiting} />}
        lead="Open ones first, newest first, 200 at most. You answer from your own mail; they are kept until their account is deleted."
      >
        <Questions requests={questions.requests} zone={zone} markAnswered={actions.markAnswered} />
      </Block>
    </>
  );
}

function Title({ name, count }: { name: string; count: number }) {
  return (
    <span className="flex items-center gap-2">
      {name}
      {count > 0 && <Badge tone="warn">{formatCount(count)} open</Badge>}
    </span>
  );
}

interface PlanRequestProps extends Pick<RequestsViewProps, "zone" | "actions"> {
  request: OpenPlanRequest;
}

function PlanRequest({ request, zone, actions }: PlanRequestProps) {
  const { id, accountId, email, plan, requestedPlan, note, createdAt } = request;
  const wanted = entitlements[requestedPlan].name;
  const who = email ?? accountId;
  return (
    <li className="border-t border-line py-4 last:border-b">
      <p className="text-body [overflow-wrap:anywhere]">
        <Link href={`/admin/accounts/${accountId}`} prefetch={false} className="link font-medium">
          {who}
        </Link>{" "}
        has {entitlements[plan].name} and asks for <strong className="font-medium">{wanted}</strong>
      </p>
      <p className="text-small text-ink-3">{formatMoment(createdAt, zone)}</p>
      {note !== null && <PersonsWords text={note} />}
      <div className="mt-3 flex flex-wrap items-start gap-2">
        <OnePress
          id={`grant-${id}`}
          fields={{ id }}
          send={actions.grant}
          done={`${who} has ${wanted} now, and is notified.`}
          busyWord="Granting"
        >
          Grant {wanted}
        </OnePress>
        <DeclineRequest id={id} who={who} wanted={wanted} send={actions.decline} />
      </div>
    </li>
  );
}

interface QuestionsProps {
  requests: readonly SupportRequest[];
  zone: string;
  markAnswered: FormAction<null>;
}

function Questions({ requests, zone, markAnswered }: QuestionsProps) {
  if (requests.length === 0) return <p className="text-ink-3">No questions yet.</p>;
  return (
    <ul className="text-small">
      {requests.map((request) => (
        <Question key={request.id} request={request} zone={zone} markAnswered={markAnswered} />
      ))}
    </ul>
  );
}

interface QuestionProps extends Omit<QuestionsProps, "requests"> {
  request: SupportRequest;
}

function Question({ request, zone, markAnswered }: QuestionProps) {
  const { id, accountId, email, subject, message, isPriority, createdAt, mailedAt, answeredAt } = request;
  return (
    <li className="border-t border-line py-4 last:border-b">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-body font-medium [overflow-wrap:anywhere]">{subject}</span>
        {isPriority && <Badge tone="accent">Priority</Badge>}
        {answeredAt !== null && <Badge>Answered {formatMoment(answeredAt, zone)}</Badge>}
        {mailedAt === null && answeredAt === null && <Badge tone="warn">Not mailed to you yet</Badge>}
      </p>
      <p className="text-ink-3 [overflow-wrap:anywhere]">
        <TextLink href={`/admin/accounts/${accountId}`}>{email}</TextLink>, {formatMoment(createdAt, zone)}
      </p>
      <PersonsWords text={message} />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {answeredAt === null && (
          <OnePress
            id={`answered-${id}`}
            fields={{ id }}
            send={markAnswered}
            done={`“${subject}” is marked as answered.`}
            busyWord="Marking"
            kind="secondary"
          >
            Mark as answered
          </OnePress>
        )}
        <p>
          <a
            href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
            className="link py-1"
          >
            Answer by mail
          </a>
        </p>
      </div>
    </li>
  );
}
