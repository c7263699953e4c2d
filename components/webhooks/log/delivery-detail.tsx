"use client";

import { CornerDownLeft, RotateCcw, Send } from "lucide-react";
import { useEffect, useRef, useState, useTransition } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { LogDelivery } from "@/lib/webhooks/schema";
import { Button } from "../../ui/button";
import { formatSeconds, formatShortDay } from "../../ui/dates";
import type { FormAction } from "../../ui/form/answer";
import { callSafely, lostOnce, useOnce } from "../../ui/form/call-safely";
import { TextLink } from "../../ui/links";
import { useClock } from "../../ui/live";
import { Spinner } from "../../ui/spinner";
import { Tabs } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import { isOver, type MadeDelivery } from "../actions";
import { errorMessages } from "../messages";
import { StatusMark, webhookHref } from "../webhook-table";
import { Attempts, RequestPanel } from "./attempts";

export interface DetailProps {
  environment: Environment;
  zone: string;
  nowMs: number;
  replay: FormAction<MadeDelivery>;
  onMade: (made: MadeDelivery) => void;
  open: (id: string) => void;
  hrefOf: (id: string) => string;
}

type WithDelivery = DetailProps & { delivery: LogDelivery };

type Tab = "request" | "answer";

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
          label="Request and answer"
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
          To <TextLink href={webhookHref({ id: webhookId, environment })}>{webhookName}</TextLink>
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

function AnswerPanel({ delivery, attempt, zone }: { delivery: LogDelivery; attempt: number; zone: string }) {
  const made = delivery.log[attempt];
  if (made === undefined) {
    return (
      <p className="pt-4 text-small text-ink-2">
        {delivery.status === "cancelled"
          ? "Nothing was sent: the webhook was paused."
          : "Nothing yet: the first attempt is still due."}
      </p>
    );
  }
  const { startedAt, durationMs, responseStatus, responseBody, error } = made;
  const words = error === null ? null : errorMessages[error];
  return (
    <div className="grid gap-3 pt-4">
      <p className="text-body">
        <span className={`font-semibold ${error === null ? "text-ok" : "text-stop"}`}>
          {responseStatus ?? "No answer"}
        </span>{" "}
        after {durationMs.toLocaleString("en-GB")} ms
        <span className="text-ink-3">
          , {formatShortDay(startedAt, zone)}, {formatSeconds(startedAt, zone)}
        </span>
      </p>
      {words !== null && (
        <div className="text-small">
          <p className="font-medium">{words.what}</p>
          <p className="mt-0.5 text-ink-2">{words.advice}</p>
        </div>
      )}
      {responseBody !== null && responseBody !== "" && (
        <figure className="min-w-0">
          <figcaption className="mb-1.5 text-small text-ink-3">
            The start of its body, at most 1 KiB
          </figcaption>
          <pre className="rounded-control border border-line bg-surface px-3.5 py-3 font-mono text-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
            <code>{responseBody}</code>
          </pre>
        </figure>
      )}
      {responseBody === "" && <p className="text-small text-ink-3">Its body was empty.</p>}
    </div>
  );
}

interface ReplayButtonProps {
  delivery: LogDelivery;
  environment: Environment;
  replay: FormAction<MadeDelivery>;
  onMade: (made: MadeDelivery) => void;
}

/** Sends the same event again, as a delivery of its own; or why that can't be. */
function ReplayButton({ delivery, environment, replay, onMade }: ReplayButtonProps) {
  const once = useOnce();
  const [isBusy, startTransition] = useTransition();
  const { id, webhookId, body, isWebhookActive } = delivery;
  if (body === null) return null;
  if (!isWebhookActive) {
    return (
      <p className="max-w-44 text-right text-small text-ink-2">
        Paused. <TextLink href={webhookHref({ id: webhookId, environment })}>Resume it</TextLink> to replay.
      </p>
    );
  }
  const send = () => {
    if (isBusy) return;
    startTransition(async () => {
      const answer = await callSafely(
        () =>
          once((key) => {
            const data = new FormData();
            for (const [name, value] of Object.entries({ environment, id, webhookId, key }))
              data.set(name, value);
            return replay(null, data);
          }),
        lostOnce,
      );
      if (answer === null) return;
      if ("refusal" in answer) {
        const { sentence, fields = {} } = answer.refusal;
        toast.fault(sentence ?? Object.values(fields)[0] ?? "It wasn't sent again.");
        return;
      }
      toast.done("Sent again as a new delivery.");
      onMade(answer.done);
    });
  };
  return (
    <Button onClick={send} aria-disabled={isBusy || undefined} data-busy={isBusy || undefined}>
      {isBusy ? <Spinner /> : <RotateCcw size={16} strokeWidth={1.6} aria-hidden />}
      Replay
    </Button>
  );
}
