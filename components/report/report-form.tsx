"use client";

import { type FormEvent, useActionState, useState, useTransition } from "react";
import { AuthPage } from "../auth/auth-page";
import { SubmitButton } from "../ui/button";
import { FieldFault, TextAreaField } from "../ui/field";
import type { Answer } from "../ui/form/answer";
import { Notice } from "../ui/notice";
import type { ReportMessages } from "./messages";

interface ReportFormProps {
  shortUrl: string;
  words: ReportMessages;
  maxNoteLength: number;
  send: SendReport;
}

const untouched: ReportState = { answer: null, entered: { reason: "", note: "" } };

/** Reports a code. Works as a plain form, too: whatever was refused stands in the page that answers it. */
export function ReportForm({ shortUrl, words, maxNoteLength, send }: ReportFormProps) {
  // Without scripts the action itself is the form's, and its answer is what the page is made with.
  const [sent, action] = useActionState(send, untouched);
  const [state, setState] = useState(sent);
  const [isBusy, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    start(async () => setState(await sendSafely(send, state, data, words)));
  };
  const { answer, entered } = state;
  if (answer !== null && "done" in answer)
    return <AuthPage isNews title={words.doneTitle} lead={words.done} />;
  const refusal = answer?.refusal;
  return (
    <AuthPage title={words.title} lead={words.lead}>
      <ShortUrl shortUrl={shortUrl} preview={words.preview} />
      <form action={action} onSubmit={submit} className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6">
        {refusal?.sentence !== undefined && (
          <Notice tone="stop" isAlert>
            {refusal.sentence}
          </Notice>
        )}
        <Reasons words={words} chosen={entered.reason} fault={refusal?.fields?.reason} />
        <TextAreaField
          id="report-note"
          name="note"
          label={words.note}
          hint={words.noteHint}
          fault={refusal?.fields?.note}
          rows={4}
          maxLength={maxNoteLength}
          defaultValue={entered.note}
        />
        <SubmitButton shape="large" isBusy={isBusy} busyWord={words.sending} label={words.send} />
      </form>
    </AuthPage>
  );
}

function ShortUrl({ shortUrl, preview }: { shortUrl: string; preview: string }) {
  return (
    <div className="border-y border-line py-2">
      <p className="pt-1 font-mono text-mono [overflow-wrap:anywhere]">
        {shortUrl.replace(/^https?:\/\//, "")}
      </p>
      <a href={`${shortUrl}+`} rel="nofollow" className="link inline-flex min-h-11 items-center text-small">
        {preview}
      </a>
    </div>
  );
}

interface ReasonsProps {
  words: ReportMessages;
  chosen: string;
  fault: string | undefined;
}

function Reasons({ words, chosen, fault }: ReasonsProps) {
  return (
    <fieldset className="min-w-0" aria-describedby={fault === undefined ? undefined : "report-reason-fault"}>
      <legend className="mb-2 text-small font-medium">{words.reason}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 [overflow-wrap:anywhere]">
        {Object.entries(words.reasons).map(([reason, { name, meaning }]) => (
          <label
            key={reason}
            className="flex items-center justify-between gap-4 rounded-control border border-line-strong px-4 py-2.5 hover:bg-canvas has-checked:border-accent has-checked:bg-accent-tint has-checked:shadow-[inset_0_0_0_0.5px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <span className="min-w-0">
              <span className="block font-medium">{name}</span>
              <span className="block text-small text-ink-2">{meaning}</span>
            </span>
            <input
              type="radio"
              name="reason"
              value={reason}
              required
              defaultChecked={reason === chosen}
              className="size-4 shrink-0 accent-accent outline-none"
            />
          </label>
        ))}
      </div>
      <FieldFault id="report-reason" fault={fault} />
    </fieldset>
  );
}

/** A lost connection is a refusal, too, so that nothing typed is lost. */
async function sendSafely(
  send: SendReport,
  previous: ReportState,
  data: FormData,
  words: ReportMessages,
): Promise<ReportState> {
  try {
    return await send(previous, data);
  } catch {
    const entered = { reason: String(data.get("reason") ?? ""), note: String(data.get("note") ?? "") };
    return { answer: { refusal: { sentence: words.notSent } }, entered };
  }
}

/** What the form says after it was sent: without scripts the page is made again, so it holds what was entered, too. */
export interface ReportState {
  answer: Answer<null>;
  entered: { reason: string; note: string };
}

type SendReport = (previous: ReportState, data: FormData) => Promise<ReportState>;
