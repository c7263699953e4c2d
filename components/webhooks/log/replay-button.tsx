"use client";

import { RotateCcw } from "lucide-react";
import Link from "next/link";
import { useTransition } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { LogDelivery } from "@/lib/webhooks/schema";
import { Button } from "../../ui/button";
import type { FormAction } from "../../ui/form/answer";
import { callSafely, lostOnce } from "../../ui/form/call-safely";
import { useOnce } from "../../ui/form/use-once";
import { say } from "../../ui/say";
import { Spinner } from "../../ui/spinner";
import type { MadeDelivery } from "../actions";
import { webhookHref } from "../webhook-table";

interface ReplayButtonProps {
  delivery: LogDelivery;
  environment: Environment;
  replay: FormAction<MadeDelivery>;
  onMade: (made: MadeDelivery) => void;
}

/** Sends the same event again, as a delivery of its own; or why that can't be. */
export function ReplayButton({ delivery, environment, replay, onMade }: ReplayButtonProps) {
  const once = useOnce();
  const [isBusy, startTransition] = useTransition();
  const { id, webhookId, body, isWebhookActive } = delivery;
  if (body === null) return null;
  if (!isWebhookActive) {
    return (
      <p className="max-w-44 text-right text-small text-ink-2">
        Paused.{" "}
        <Link className="link" href={webhookHref({ id: webhookId, environment })} prefetch={false}>
          Resume it
        </Link>{" "}
        to replay.
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
        say.fault(sentence ?? Object.values(fields)[0] ?? "It was not sent again.");
        return;
      }
      say.done("Sent again, as a delivery of its own.");
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
