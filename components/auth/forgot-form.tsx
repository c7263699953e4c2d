"use client";

import { SubmitButton } from "../ui/button";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote, useForm } from "../ui/form/use-form";
import { TextLink } from "../ui/links";
import { AuthPage } from "./auth-page";
import { EmailField } from "./email-field";
import { type MailHelp, NoMail, SentPage } from "./mail-pages";

interface ForgotFormProps {
  requestReset: FormAction<{ email: string }>;
  mailbox: string | undefined;
  mailHelp: MailHelp | undefined;
}

const loadCheck = () => import("./validation").then(({ checkEmail }) => checkEmail);

const back = <TextLink href="/sign-in">Back to sign in</TextLink>;

/** One address; the answer is the same whether or not somebody has it. */
export function ForgotForm({ requestReset, mailbox, mailHelp }: ForgotFormProps) {
  const { form, field, answer, refusal, isBusy } = useForm({ id: "forgot", send: requestReset, loadCheck });
  if (answer !== null && "done" in answer) {
    return (
      <SentPage
        mailbox={mailbox}
        lead={
          <>
            If <b className="font-medium text-ink">{answer.done.email}</b> has an account, a link is on its
            way there. It works once, within an hour.
          </>
        }
        foot={back}
      />
    );
  }
  if (mailHelp !== undefined) {
    return (
      <AuthPage title="Choose a new password" foot={back}>
        <NoMail help={mailHelp} to="choose a new password" />
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Choose a new password" lead="We mail you a link to the form." foot={back}>
      <form {...form} className="grid gap-4">
        <RefusalNote refusal={refusal} />
        <EmailField {...field("email")} label="Email of the account" />
        <SubmitButton
          shape="large"
          isBusy={isBusy}
          busyWord="Sending"
          className="mt-2"
          label="Mail the link"
        />
      </form>
    </AuthPage>
  );
}
