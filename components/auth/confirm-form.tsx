"use client";

import { SubmitButton } from "../ui/button";
import type { FormAction, Refusal } from "../ui/form/answer";
import { RefusalNote, useForm } from "../ui/form/use-form";
import { TextLink } from "../ui/links";
import { PasswordField } from "../ui/password-field";
import { AuthPage } from "./auth-page";
import { deadLinkMessage, type MailLink, StaleLink } from "./mail-pages";
import { signInWithPassword } from "./sign-in-request";

interface ConfirmFormProps {
  /** Null where it does nothing any more. */
  link: MailLink | null;
  confirm: FormAction<{ email: string }>;
}

const loadCheck = () => import("./validation").then(({ checkConfirmation }) => checkConfirmation);

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
    loadCheck: link?.hasPassword === false ? loadChoiceCheck : loadCheck,
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
