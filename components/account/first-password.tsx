"use client";

import { MailboxHint } from "../auth/sent-page";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { Notice } from "../ui/notice";
import { SubmitButton } from "../ui/submit-button";

interface FirstPasswordProps {
  mailPasswordLink: FormAction<{ email: string }>;
  mailbox: string | undefined;
}

const loadCheck = async () => () => ({});

/** For who came through a provider: a password is chosen by a mailed link, as a forgotten one is. */
export function FirstPassword({ mailPasswordLink, mailbox }: FirstPasswordProps) {
  const { form, answer, refusal, isBusy } = useForm({
    id: "first-password",
    send: mailPasswordLink,
    loadCheck,
  });
  if (answer !== null && "done" in answer) {
    return (
      <div className="grid gap-4">
        <Notice tone="ok" title="Check your mail" isAlert>
          A link is on its way to {answer.done.email}. It works once, within an hour.
        </Notice>
        {mailbox !== undefined && <MailboxHint mailbox={mailbox} />}
      </div>
    );
  }
  return (
    <form {...form} className="grid justify-items-start gap-4">
      <RefusalNote refusal={refusal} />
      <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Sending">
        Mail a link to set one
      </SubmitButton>
    </form>
  );
}
