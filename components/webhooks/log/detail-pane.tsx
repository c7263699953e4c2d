"use client";

import { ArrowLeft, CornerDownLeft, Send } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { LogDelivery } from "@/lib/webhooks/schema";
import { useClock } from "../../live/use-clock";
import { Button } from "../../ui/button";
import type { FormAction } from "../../ui/form/answer";
import { Skeleton, SkeletonText, Waiting } from "../../ui/skeleton";
import { Tabs } from "../../ui/tabs";
import type { MadeDelivery } from "../actions";
import { isOver } from "../load-delivery";
import { StatusMark } from "../status-mark";
import { webhookHref } from "../webhook-table";
import { AnswerPanel } from "./answer-panel";
import { Attempts } from "./attempts";
import { ReplayButton } from "./replay-button";
import { RequestPanel } from "./request-panel";
import type { Opened } from "./use-delivery";

export interface DetailPaneProps {
  opened: Opened;
  isLoading: boolean;
  retry: () => void;
  environment: Environment;
  zone: string;
  nowMs: number;
  replay: FormAction<MadeDelivery>;
  onMade: (made: MadeDelivery) => void;
  /** Opens another one. */
  open: (id: string) => void;
  hrefOf: (id: string) => string;
  /** Back to the list, where the detail is a view of its own. */
  listHref: string;
  onClose: () => void;
}

/** The delivery that is opened: beside the list, on small screens in its place. */
export function DetailPane(props: DetailPaneProps) {
  const { opened, isLoading, listHref, onClose } = props;
  return (
    <>
      <a
        href={listHref}
        onClick={(event) => {
          event.preventDefault();
          onClose();
        }}
        className="mb-3 -ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-body text-ink-2 lg:hidden"
      >
        <ArrowLeft size={16} strokeWidth={1.6} aria-hidden />
        All deliveries
      </a>
      <div
        aria-busy={isLoading || undefined}
        className="transition-opacity aria-busy:opacity-60 aria-busy:delay-200 motion-reduce:transition-none"
      >
        <Content {...props} />
      </div>
      {opened === null && isLoading && <DetailSkeleton />}
    </>
  );
}

function Content(props: DetailPaneProps) {
  const { opened, isLoading, retry } = props;
  if (opened === null) return isLoading ? null : <Hint />;
  if (opened === "gone") {
    return (
      <Aside title="This delivery is gone">
        Deliveries are kept for 30 days, and no longer than their webhook.
      </Aside>
    );
  }
  if (opened === "fault") {
    return (
      <Aside title="The delivery didn't load.">
        <span className="mb-3 block">Look at your connection.</span>
        <Button onClick={retry}>Try again</Button>
      </Aside>
    );
  }
  return <DeliveryDetail key={opened.id} {...props} delivery={opened} />;
}

function Hint() {
  return (
    <p className="grid min-h-60 place-items-center text-center text-small text-ink-3">
      <span className="max-w-56">
        Choose a delivery to see its request and its answer. ↑ and ↓ walk the list, ↵ opens.
      </span>
    </p>
  );
}

function Aside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status">
      <h2 className="text-heading">{title}</h2>
      <div className="mt-1 text-small text-ink-2">{children}</div>
    </div>
  );
}

type Tab = "request" | "answer";

function DeliveryDetail(props: DetailPaneProps & { delivery: LogDelivery }) {
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

function Head(props: DetailPaneProps & { delivery: LogDelivery }) {
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

function Origin({
  delivery: { origin, retryOf },
  open,
  hrefOf,
}: DetailPaneProps & { delivery: LogDelivery }) {
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

function DetailSkeleton() {
  return (
    <Waiting what="The delivery is on its way">
      <div className="grid gap-2">
        <SkeletonText className="w-40 text-heading" />
        <SkeletonText className="w-64" />
        <Skeleton className="mt-6 h-24" />
        <Skeleton className="mt-6 h-64" />
      </div>
    </Waiting>
  );
}
