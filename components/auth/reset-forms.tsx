"use client";

import { SubmitButton } from "../ui/button";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { ButtonLink, TextLink } from "../ui/links";
import { PasswordField } from "../ui/password-field";
import { AuthPage } from "./auth-page";
import { EmailField } from "./fields";
import { deadLinkMessage, type MailHelp, type MailLink, NoMail, SentPage, StaleLink } from "./mail-pages";

interface ForgotFormProps {
  requestReset: FormAction<{ email: string }>;
  mailbox: string | undefined;
  mailHelp: MailHelp | undefined;
}

const loadEmailCheck = () => import("./validation").then(({ checkEmail }) => checkEmail);

const back = <TextLink href="/sign-in">Back to sign in</TextLink>;

/** One address; the answer is the same whether or not somebody has it. */
export function ForgotForm({ requestReset, mailbox, mailHelp }: ForgotFormProps) {
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "forgot",
    send: requestReset,
    loadCheck: loadEmailCheck,
  });
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

interface ResetFormProps {
  /** Null where it does nothing any more. */
  link: MailLink | null;
  reset: FormAction<null>;
}

const loadResetCheck = () => import("./validation").then(({ checkReset }) => checkReset);

export function ResetForm({ link, reset }: ResetFormProps) {
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "reset",
    send: reset,
    loadCheck: loadResetCheck,
  });
  if (answer !== null && "done" in answer) {
    return (
      <AuthPage isNews title="Password changed" lead="All your devices are signed out.">
        <ButtonLink href="/sign-in" kind="primary" shape="large">
          Sign in
        </ButtonLink>
      </AuthPage>
    );
  }
  if (link === null || refusal?.fields?.token !== undefined) {
    return (
      <AuthPage title="Choose a new password">
        <StaleLink
          sentence={refusal?.fields?.token ?? deadLinkMessage}
          way={{ href: "/forgot-password", name: "Mail another link" }}
        />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Choose a new password"
      lead={
        <>
          For <b className="font-medium text-ink">{link.email}</b>. This signs out all your devices.
        </>
      }
    >
      <form {...form} className="grid gap-4">
        <RefusalNote refusal={refusal} />
        <input type="hidden" name="token" value={link.token} />
        <input type="text" hidden autoComplete="username" value={link.email} readOnly />
        <PasswordField
          {...field("password")}
          large
          label="New password"
          autoComplete="new-password"
          hint="8 characters or more. Three words are easy to remember."
        />
        <SubmitButton
          shape="large"
          isBusy={isBusy}
          busyWord="Changing"
          className="mt-2"
          label="Change the password"
        />
      </form>
    </AuthPage>
  );
}

interface ConfirmEmailFormProps {
  /** Null where it does nothing any more. */
  link: MailLink | null;
  confirm: FormAction<null>;
}

const loadEmailChangeCheck = () => import("./validation").then(({ checkEmailChange }) => checkEmailChange);

/** Confirms an address change by the user who asked: signed in or with the password. Opening the link changes nothing. */
export function ConfirmEmailForm({ link, confirm }: ConfirmEmailFormProps) {
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "confirm-email",
    send: confirm,
    loadCheck: loadEmailChangeCheck,
  });
  const settings = (name: string) => (
    <ButtonLink href="/settings" kind="primary" shape="large">
      {name}
    </ButtonLink>
  );
  if (answer !== null && "done" in answer) {
    return (
      <AuthPage isNews title="Your address has changed" lead="Sign in with the new one from now on.">
        {settings("Go to your account")}
      </AuthPage>
    );
  }
  if (link === null || refusal?.fields?.token !== undefined) {
    return (
      <AuthPage title="Confirm the new address">
        <StaleLink
          sentence={refusal?.fields?.token ?? deadLinkMessage}
          way={{ href: "/settings", name: "Go to your account" }}
        />
      </AuthPage>
    );
  }
  // They may have been signed out since the page was opened.
  const needsPassword = !link.isOwn || refusal?.fields?.password !== undefined;
  return (
    <AuthPage
      title="Confirm the new address"
      lead={
        <>
          {needsPassword && "If you asked for this, enter your account's password. "}
          You will then sign in with <b className="font-medium text-ink">{link.email}</b> and get our emails
          there.
        </>
      }
      foot={needsPassword ? "If you didn't, leave this page: nothing changes." : undefined}
    >
      <form {...form} className="grid gap-4">
        <RefusalNote refusal={refusal} />
        <input type="hidden" name="token" value={link.token} />
        {needsPassword && (
          <PasswordField {...field("password")} large label="Password" autoComplete="current-password" />
        )}
        <SubmitButton shape="large" isBusy={isBusy} busyWord="Changing" label="Change the address" />
      </form>
    </AuthPage>
  );
}
