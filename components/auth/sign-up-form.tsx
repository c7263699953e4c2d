"use client";

import { SubmitButton } from "../ui/button";
import { TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote, useForm } from "../ui/form/use-form";
import { TextLink } from "../ui/links";
import { PasswordField } from "../ui/password-field";
import { AuthPage } from "./auth-page";
import { EmailField } from "./email-field";
import { type MailHelp, NoMail, SentPage } from "./mail-pages";
import { type Provider, ProviderButtons } from "./provider-buttons";

const loadCheck = () => import("./validation").then(({ checkSignUp }) => checkSignUp);

export function SignUpForm({
  signUp,
  providers,
  callbackUrl,
  signInHref,
  mailbox,
  mailHelp,
}: {
  signUp: FormAction<{ email: string }>;
  providers: readonly Provider[];
  callbackUrl: string;
  signInHref: string;
  mailbox: string | undefined;
  mailHelp: MailHelp | undefined;
}) {
  const { form, field, answer, refusal, isBusy } = useForm({ id: "sign-up", send: signUp, loadCheck });
  if (answer !== null && "done" in answer) {
    return <LinkSent email={answer.done.email} mailbox={mailbox} />;
  }
  return (
    <AuthPage
      title="Create an account"
      lead="Free keeps 10 codes. One of them can change its target after printing."
      foot={
        <>
          Already have an account? <TextLink href={signInHref}>Sign in</TextLink>
        </>
      }
    >
      {mailHelp === undefined ? (
        <form {...form} className="grid gap-4">
          <RefusalNote refusal={refusal} />
          <AccountFields field={field} />
          <SubmitButton
            shape="large"
            isBusy={isBusy}
            busyWord="Creating"
            className="mt-2"
            label="Create account"
          />
        </form>
      ) : (
        <NoMail help={mailHelp} to="get an account" />
      )}
      <ProviderButtons providers={providers} callbackUrl={callbackUrl} verb="Sign up" />
    </AuthPage>
  );
}

export function AccountFields({ field }: Pick<ReturnType<typeof useForm>, "field">) {
  return (
    <>
      <EmailField {...field("email")} />
      <TextField {...field("name")} large label="Name (optional)" autoComplete="name" />
      <PasswordField
        {...field("password")}
        large
        label="Password"
        autoComplete="new-password"
        hint="8 characters or more. Three words are easy to remember."
      />
    </>
  );
}

function LinkSent({ email, mailbox }: { email: string; mailbox: string | undefined }) {
  return (
    <SentPage
      mailbox={mailbox}
      lead={
        <>
          A link is on its way to <b className="font-medium text-ink">{email}</b>. Open it within 24 hours and
          enter the password you just chose.
        </>
      }
      foot={
        <>
          No mail after a minute? Check your spam folder, or{" "}
          <a className="link" href="/sign-up">
            enter the address again
          </a>
          .
        </>
      }
    />
  );
}
