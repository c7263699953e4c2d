import Link from "next/link";
import type { SupportRequest } from "@/lib/support/schema";
import { Badge } from "../../ui/badge";
import { sayMoment } from "../../ui/dates";
import type { FormAction } from "../../ui/form/answer";
import { OnePress } from "../one-press";
import { PersonsWords } from "../persons-words";

export interface QuestionsProps {
  requests: readonly SupportRequest[];
  zone: string;
  markAnswered: FormAction<null>;
}

/** What people ask; the answer is a mail of the operator's own, and a press says that it went out. */
export function Questions({ requests, zone, markAnswered }: QuestionsProps) {
  if (requests.length === 0) return <p className="text-ink-3">Nobody has asked anything.</p>;
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
        {answeredAt !== null && <Badge>Answered {sayMoment(answeredAt, zone)}</Badge>}
        {mailedAt === null && answeredAt === null && <Badge tone="warn">Not mailed to you yet</Badge>}
      </p>
      <p className="text-ink-3 [overflow-wrap:anywhere]">
        <Link href={`/admin/accounts/${accountId}`} prefetch={false} className="link">
          {email}
        </Link>
        , {sayMoment(createdAt, zone)}
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
