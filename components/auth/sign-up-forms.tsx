"use client";

import { SubmitButton } from "../ui/button";
import { TextField } from "../ui/field";
import type { FormAction, Refusal } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { TextLink } from "../ui/links";
import { PasswordField } from "../ui/password-field";
import { AuthPage } from "./auth-page";
import { EmailField } from "./fields";
import { deadLinkMessage, type MailHelp, type MailLink, NoMail, SentPage, StaleLink } from "./mail-pages";
import { type Provider, ProviderButtons } from "./provider-buttons";
import { signInWithPassword } from "./sign-in-request";

const loadSignUpCheck = () => import("./validation").then(({ checkSignUp }) => checkSignUp);

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
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "sign-up",
    send: signUp,
    loadCheck: loadSignUpCheck,
  });
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

interface ConfirmFormProps {
  /** Null where it does nothing any more. */
  link: MailLink | null;
  confirm: FormAction<{ email: string }>;
}

const loadConfirmationCheck = () => import("./validation").then(({ checkConfirmation }) => checkConfirmation);

const loadChoiceCheck = () => import("./validation").then(({ checkReset }) => checkReset);

export function ConfirmForm({ link, confirm }: ConfirmFormProps) {
  const send: FormAction<{ to: string }> = async (_, data) => {
    const answer = await confirm(null, data);
    if (answer === null || "refusal" in answer) return answer;
    return signInWithPassword(answer.done.email, String(data.get("password")), "/dashboard");
  };
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "confirm",
    send,
    loadCheck: link?.hasPassword === false ? loadChoiceCheck : loadConfirmationCheck,
    onDone: ({ to }) => window.location.assign(to),
  });
  if (link === null || refusal?.fields?.token !== undefined) {
    return <DeadConfirmation refusal={refusal} />;
  }
  return (
    <AuthPage
      title="Finish your account"
      lead={
        <>
          {link.hasPassword ? "Enter the password you chose for" : "Choose a password for"}{" "}
          <b className="font-medium text-ink">{link.email}</b>
          {link.hasPassword && " when you signed up"}.
        </>
      }
      foot={link.hasPassword && <Forgotten />}
    >
      <form {...form} className="grid gap-4">
        <RefusalNote refusal={refusal} />
        <input type="hidden" name="token" value={link.token} />
        <input type="text" hidden autoComplete="username" value={link.email} readOnly />
        {!link.hasPassword && <input type="hidden" name="isChoice" value="yes" />}
        <PasswordField
          {...field("password")}
          large
          label="Password"
          autoComplete={link.hasPassword ? "current-password" : "new-password"}
        />
        <SubmitButton
          shape="large"
          isBusy={isBusy || (answer !== null && "done" in answer)}
          busyWord="Confirming"
          className="mt-2"
          label="Confirm and sign in"
        />
      </form>
    </AuthPage>
  );
}

function Forgotten() {
  return (
    <>
      Forgot it? <TextLink href="/sign-up">Sign up again</TextLink> with a new password.
    </>
  );
}

function DeadConfirmation({ refusal }: { refusal: Refusal | null }) {
  const way =
    refusal?.code === "address_taken"
      ? { href: "/sign-in", name: "Sign in" }
      : { href: "/sign-up", name: "Sign up again" };
  return (
    <AuthPage title="Finish your account">
      <StaleLink sentence={refusal?.fields?.token ?? deadLinkMessage} way={way} />
    </AuthPage>
  );
}
