"use client";

import { CornerDownLeft, Send } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { LogDelivery } from "@/lib/webhooks/schema";
import { useClock } from "../../live/use-clock";
import type { FormAction } from "../../ui/form/answer";
import { Tabs } from "../../ui/tabs";
import type { MadeDelivery } from "../actions";
import { isOver } from "../load-delivery";
import { StatusMark } from "../status-mark";
import { webhookHref } from "../webhook-table";
import { AnswerPanel } from "./answer-panel";
import { Attempts } from "./attempts";
import { ReplayButton } from "./replay-button";
import { RequestPanel } from "./request-panel";

export interface DetailProps {
  environment: Environment;
  zone: string;
  nowMs: number;
  replay: FormAction<MadeDelivery>;
  onMade: (made: MadeDelivery) => void;
  /** Opens another one. */
  open: (id: string) => void;
  hrefOf: (id: string) => string;
}

type WithDelivery = DetailProps & { delivery: LogDelivery };

type Tab = "request" | "answer";

/** One delivery: what it is, its attempts, and of one of them request and answer. */
export function DeliveryDetail(props: WithDelivery) {
  const { delivery, zone, nowMs } = props;
  const clockMs = useClock(nowMs, !isOver(delivery));
  const [tab, setTab] = useState<Tab>("request");
  const last = Math.max(0, delivery.log.length - 1);
  const [picked, pick] = useState<number | null>(null);
  const attempt = Math.min(picked ?? last, last);
  return (
    <article aria-labelledby="delivery-heading">
      <Head {...props} />
      <Attempts delivery={delivery} chosen={attempt} onChoose={pick} zone={zone} clockMs={clockMs} />
      <div className="mt-6">
        <Tabs<Tab>
          label="What was sent and what came back"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: "request",
              name: "Request",
              icon: <Send size={14} strokeWidth={1.6} />,
              panel: <RequestPanel delivery={delivery} attempt={attempt} />,
            },
            {
              value: "answer",
              name: "Answer",
              icon: <CornerDownLeft size={14} strokeWidth={1.6} />,
              panel: <AnswerPanel delivery={delivery} attempt={attempt} zone={zone} />,
            },
          ]}
        />
      </div>
    </article>
  );
}

function Head(props: WithDelivery) {
  const { delivery, environment, replay, onMade } = props;
  const { eventType, eventId, status, webhookId, webhookName } = delivery;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Beside the list the focus stays there, for the next arrow.
    if (!window.matchMedia("(min-width: 64rem)").matches) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 ref={heading} id="delivery-heading" tabIndex={-1} className="text-heading outline-none">
            {eventType}
          </h2>
          <span className="text-small">
            <StatusMark status={status} />
          </span>
        </div>
        <p className="mt-0.5 font-mono text-mono text-ink-3 [overflow-wrap:anywhere]">{eventId}</p>
        <p className="mt-1 text-small text-ink-2 [overflow-wrap:anywhere]">
          To{" "}
          <Link className="link" href={webhookHref({ id: webhookId, environment })} prefetch={false}>
            {webhookName}
          </Link>
          <Origin {...props} />
        </p>
      </div>
      <ReplayButton delivery={delivery} environment={environment} replay={replay} onMade={onMade} />
    </header>
  );
}

function Origin({ delivery: { origin, retryOf }, open, hrefOf }: WithDelivery) {
  if (origin === "test") return <>, a test</>;
  if (retryOf === null) return null;
  return (
    <>
      . Replay of{" "}
      <a
        className="link"
        href={hrefOf(retryOf)}
        onClick={(event) => {
          event.preventDefault();
          open(retryOf);
        }}
      >
        an earlier delivery
      </a>
    </>
  );
}
