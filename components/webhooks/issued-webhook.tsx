"use client";

import { type ReactNode, useEffect, useId, useState } from "react";
import type { IssuedWebhook } from "@/lib/webhooks/schema";
import { CopyButton } from "../docs/copy-button";
import { Button, SubmitButton } from "../ui/button";
import { CopyField } from "../ui/copy-field";
import { formatMoment } from "../ui/dates";
import { DialogActions } from "../ui/dialog";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { Segmented } from "../ui/segmented";
import type { MadeDelivery, WebhookActions } from "./actions";
import { TestOutcome } from "./send-test";
import { HiddenFields } from "./webhook-forms";

interface IssuedWebhookProps {
  issued: IssuedWebhook;
  test: WebhookActions["test"];
  onStored: () => void;
}

export function IssuedSecret({ issued, test, onStored }: IssuedWebhookProps) {
  const id = useId();
  const { previousSecretExpiresAt: overlapEnd } = issued;
  return (
    <div className="mt-5 grid gap-5">
      <CopyField id={id} label={`Secret of ${issued.name}`} text={issued.secret} />
      <p className="text-small text-ink-2">
        For Standard Webhooks libraries, as <code className="font-mono">whsec_…</code>:{" "}
        <CopyButton text={issued.signingSecret} label="the secret for Standard Webhooks libraries" />
      </p>
      {overlapEnd !== undefined && (
        <p className="text-small text-ink-2">
          Until {formatMoment(overlapEnd)} UTC, deliveries are also signed with the old secret.
        </p>
      )}
      <ReceiverChoice />
      {issued.isActive && <TryIt issued={issued} test={test} />}
      <DialogActions note="Lost it? Rotate the secret: both sign while you switch.">
        <Button shape="large" onClick={onStored}>
          I've stored it
        </Button>
      </DialogActions>
    </div>
  );
}

type Receivers = typeof import("../docs/webhook-samples").receivers;

function ReceiverChoice() {
  const [receivers, setReceivers] = useState<Receivers | null>(null);
  const [chosen, choose] = useState("JavaScript");
  useEffect(() => {
    import("../docs/webhook-samples").then(
      (samples) => setReceivers(samples.receivers),
      () => {},
    );
  }, []);
  const receiver = receivers?.find(({ name }) => name === chosen);
  return (
    <Part
      title="Verify it"
      note={
        <>
          A ready-to-run receiver, with the secret in <code className="font-mono">WEBHOOK_SECRET</code>.{" "}
          <a className="link" href="/docs/webhooks#receiver" target="_blank" rel="noreferrer">
            How it works
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          name="receiver"
          label="Language"
          value={chosen}
          onChange={choose}
          choices={["JavaScript", "Python", "Go", "PHP"].map((name) => ({ value: name, name }))}
        />
        {receiver && <CopyButton text={receiver.text} label={receiver.file} />}
      </div>
      <section
        aria-label="Program"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        tabIndex={0}
        className="mt-2 h-40 overflow-y-auto rounded-control border border-line bg-canvas px-3 py-2.5"
      >
        <pre className="font-mono text-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
          <code>{receiver?.text ?? ""}</code>
        </pre>
      </section>
    </Part>
  );
}

function TryIt({ issued, test }: Pick<IssuedWebhookProps, "issued" | "test">) {
  const [made, setMade] = useState<MadeDelivery | null>(null);
  const { form, refusal, isBusy } = useForm({
    id: "first-test",
    send: test,
    isOnce: true,
    onDone: setMade,
  });
  return (
    <form {...form} className="grid gap-2">
      <HiddenFields environment={issued.environment} id={issued.id} />
      <RefusalNote refusal={refusal} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 basis-56 text-small text-ink-2">
          Once your server runs, send a made-up event to see what it answers.
        </p>
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Sending" label="Send a test" />
      </div>
      {made !== null && <TestOutcome key={made.id} id={made.id} environment={issued.environment} />}
    </form>
  );
}

function Part({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="text-small font-medium">{title}</h3>
      <p className="mt-0.5 mb-2 text-small text-ink-2">{note}</p>
      {children}
    </div>
  );
}

export const issuedLead =
  "This is the only time it's shown. Your server uses it to verify that an event comes from us, unchanged.";
