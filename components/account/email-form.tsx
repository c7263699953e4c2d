"use client";

import { CodeField } from "../auth/code-field";
import { MailboxHint } from "../auth/sent-page";
import { TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { SubmitButton } from "../ui/submit-button";

interface EmailFormProps {
  hasTwoFactor: boolean;
  requestEmailChange: FormAction<{ email: string }>;
  mailbox: string | undefined;
}

const loadCheck = () => import("./checks").then(({ checkEmailChange }) => checkEmailChange);

/** Another address; it takes the place of this one when the link that is mailed there is opened. */
export function EmailForm({ hasTwoFactor, requestEmailChange, mailbox }: EmailFormProps) {
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "email",
    send: requestEmailChange,
    loadCheck,
    onDone: (_, filled) => filled.reset(),
  });
  return (
    <form {...form} className="grid gap-4">
      {answer !== null && "done" in answer && (
        <>
          <Notice tone="ok" title="Check your mail" isAlert>
            A link is on its way to {answer.done.email}. The address changes when you confirm it there, within
            an hour.
          </Notice>
          {mailbox !== undefined && <MailboxHint mailbox={mailbox} />}
        </>
      )}
      <RefusalNote refusal={refusal} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...field("email")}
          label="New address"
          type="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <PasswordField {...field("password")} label="Password" autoComplete="current-password" />
      </div>
      {(hasTwoFactor || refusal?.fields?.code !== undefined) && <CodeField {...field("code")} />}
      <div>
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Sending">
          Change address
        </SubmitButton>
      </div>
    </form>
  );
}
