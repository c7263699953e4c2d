"use client";

import { SubmitButton } from "../ui/button";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote, useForm } from "../ui/form/use-form";
import { ButtonLink } from "../ui/links";
import { PasswordField } from "../ui/password-field";
import { AuthPage } from "./auth-page";
import { deadLinkMessage, type MailLink, StaleLink } from "./mail-pages";

interface ConfirmEmailFormProps {
  /** Null where it does nothing any more. */
  link: MailLink | null;
  confirm: FormAction<null>;
}

const loadCheck = () => import("./validation").then(({ checkEmailChange }) => checkEmailChange);

/** Confirms an address change by the user who asked: signed in or with the password. Opening the link changes nothing. */
export function ConfirmEmailForm({ link, confirm }: ConfirmEmailFormProps) {
  const { form, field, answer, refusal, isBusy } = useForm({ id: "confirm-email", send: confirm, loadCheck });
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
