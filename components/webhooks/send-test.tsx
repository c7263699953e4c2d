"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { LogDelivery, Webhook } from "@/lib/webhooks/schema";
import { Button, SubmitButton } from "../ui/button";
import { DialogActions } from "../ui/dialog";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { SelectField } from "../ui/select";
import { Spinner } from "../ui/spinner";
import { isOver, loadDelivery, type MadeDelivery, type WebhookActions } from "./actions";
import { errorMessages, shownKinds } from "./messages";
import { StatusMark } from "./webhook-table";

/** A test is tried once, within ten seconds; it may wait for its turn before that. */
const everyMs = 500;

const patienceMs = 30_000;

export type Testable = Pick<Webhook, "id" | "name" | "events" | "isActive">;

interface TestFormProps {
  environment: Environment;
  /** Those to choose from; the first is chosen. */
  webhooks: readonly Testable[];
  test: WebhookActions["test"];
  onClose: () => void;
  /** Where what came of it is shown elsewhere. */
  onSent?: (made: MadeDelivery) => void;
}

const loadCheck = async () => () => ({});

/** An event that is made up, sent to one webhook by one attempt. */
export function TestForm({ environment, webhooks, test, onClose, onSent }: TestFormProps) {
  const router = useRouter();
  const [webhookId, choose] = useState(webhooks[0]?.id ?? "");
  const [made, setMade] = useState<MadeDelivery | null>(null);
  const webhook = webhooks.find(({ id }) => id === webhookId);
  const { form, field, refusal, isBusy } = useForm({
    id: "send-test",
    send: test,
    loadCheck,
    isOnce: true,
    onDone: onSent ?? setMade,
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="environment" value={environment} />
      {webhooks.length > 1 ? (
        <SelectField
          {...field("id")}
          label="To"
          value={webhookId}
          onChange={(event) => choose(event.target.value)}
          choices={webhooks.map(({ id, name, isActive }) => ({
            value: id,
            name: isActive ? name : `${name} (paused)`,
          }))}
        />
      ) : (
        <input type="hidden" name="id" value={webhookId} />
      )}
      <SelectField
        {...field("type")}
        key={webhookId}
        label="Kind of event"
        choices={shownKinds.map((kind) => ({ value: kind, name: kind }))}
        defaultValue={webhook?.events[0] ?? shownKinds[0]}
        hint={
          'Its body says "test": true. It is signed like any other, tried once, and never causes a pause.'
        }
      />
      {made !== null && (
        <TestOutcome key={made.id} id={made.id} environment={environment} onOver={() => router.refresh()} />
      )}
      <DialogActions>
        <Button onClick={onClose}>{made === null ? "Cancel" : "Close"}</Button>
        <SubmitButton
          isBusy={isBusy}
          busyWord="Sending"
          label={made === null ? "Send the test" : "Send another"}
        />
      </DialogActions>
    </form>
  );
}

interface TestOutcomeProps {
  id: string;
  environment: Environment;
  onOver?: () => void;
}

/** What came of a test, as soon as something has. */
export function TestOutcome({ id, environment, onOver }: TestOutcomeProps) {
  const delivery = useOutcome(id, environment, onOver);
  const query = environment === "sandbox" ? `environment=sandbox&delivery=${id}` : `delivery=${id}`;
  const done = delivery !== "late" && delivery !== null && isOver(delivery) ? delivery : null;
  return (
    <div
      role="status"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-y border-line py-2.5 text-small"
    >
      {done !== null && (
        <>
          <StatusMark status={done.status} />
          <span className="min-w-0 text-ink-2">{formatOutcome(done)}</span>
        </>
      )}
      {delivery === null && (
        <span className="inline-flex items-center gap-2 text-ink-2">
          <Spinner />
          Sending
        </span>
      )}
      {delivery === "late" && <span className="text-ink-2">It's still waiting in line.</span>}
      <Link className="link ml-auto" href={`/deliveries?${query}`} prefetch={false}>
        See request and answer
      </Link>
    </div>
  );
}

function formatOutcome({ responseStatus, error, durationMs }: LogDelivery): string {
  const took = durationMs === null ? "" : ` in ${durationMs.toLocaleString("en-GB")} ms`;
  if (error === null) return `Answered ${responseStatus ?? ""}${took}.`;
  const { what, advice } = errorMessages[error];
  if (error === "http_status") return `Answered ${responseStatus ?? ""}${took}. ${advice}`;
  return `${what} ${advice}`;
}

function useOutcome(
  id: string,
  environment: Environment,
  onOver: (() => void) | undefined,
): LogDelivery | "late" | null {
  const tell = useRef(onOver);
  tell.current = onOver;
  const [delivery, setDelivery] = useState<LogDelivery | "late" | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const began = performance.now();
    const look = async () => {
      const found = await loadDelivery(environment, id, left.signal).catch(() => null);
      if (left.signal.aborted) return;
      if (found !== null && isOver(found)) {
        setDelivery(found);
        tell.current?.();
      } else if (performance.now() - began > patienceMs) setDelivery("late");
      else timer = setTimeout(look, everyMs);
    };
    let timer = setTimeout(look, everyMs);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [id, environment]);
  return delivery;
}
