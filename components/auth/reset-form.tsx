"use client";

import { SubmitButton } from "../ui/button";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote, useForm } from "../ui/form/use-form";
import { ButtonLink } from "../ui/links";
import { PasswordField } from "../ui/password-field";
import { AuthPage } from "./auth-page";
import { deadLinkMessage, type MailLink, StaleLink } from "./mail-pages";

interface ResetFormProps {
  /** Null where it does nothing any more. */
  link: MailLink | null;
  reset: FormAction<null>;
}

const loadCheck = () => import("./validation").then(({ checkReset }) => checkReset);

export function ResetForm({ link, reset }: ResetFormProps) {
  const { form, field, answer, refusal, isBusy } = useForm({ id: "reset", send: reset, loadCheck });
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
