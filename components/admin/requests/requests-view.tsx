import Link from "next/link";
import type { OpenPlanRequest } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import { Block } from "../../shell/block";
import { PageHeader } from "../../shell/page-header";
import { Badge } from "../../ui/badge";
import { sayCount } from "../../ui/counts";
import { sayMoment, sayZone } from "../../ui/dates";
import type { FormAction } from "../../ui/form/answer";
import { OnePress } from "../one-press";
import { PersonsWords } from "../persons-words";
import { DeclineRequest } from "./decline-request";
import { Questions, type QuestionsProps } from "./questions";

interface RequestsViewProps {
  requests: readonly OpenPlanRequest[];
  questions: { waiting: number } & Pick<QuestionsProps, "requests">;
  zone: string;
  actions: { grant: FormAction<null>; decline: FormAction<null> } & Pick<QuestionsProps, "markAnswered">;
}

/** What people ask of the operator: plans, to be answered here, and questions, to be answered by mail. */
export function RequestsView({ requests, questions, zone, actions }: RequestsViewProps) {
  return (
    <>
      <PageHeader title="Requests" />
      <Block
        id="plans"
        title={<Title name="Plans" count={requests.length} />}
        lead={`The oldest first. The answer is mailed. Times in ${sayZone(zone)}.`}
      >
        {requests.length === 0 ? (
          <p className="text-ink-3">Nobody waits for a plan.</p>
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
        lead="First what waits, the newest first, 200 at most. You answer from your own mail; they are kept until their account is deleted."
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
      {count > 0 && <Badge tone="warn">{sayCount(count)} open</Badge>}
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
      <p className="text-small text-ink-3">{sayMoment(createdAt, zone)}</p>
      {note !== null && <PersonsWords text={note} />}
      <div className="mt-3 flex flex-wrap items-start gap-2">
        <OnePress
          id={`grant-${id}`}
          fields={{ id }}
          send={actions.grant}
          done={`${who} has ${wanted} now, and is told.`}
          busyWord="Granting"
        >
          Grant {wanted}
        </OnePress>
        <DeclineRequest id={id} who={who} wanted={wanted} send={actions.decline} />
      </div>
    </li>
  );
}
