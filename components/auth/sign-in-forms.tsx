"use client";

import Link from "next/link";
import { Button, SubmitButton } from "../ui/button";
import { countOf } from "../ui/counts";
import type { FormAction, Refusal } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { ButtonLink, TextLink } from "../ui/links";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { AuthPage } from "./auth-page";
import { CodeField, EmailField } from "./fields";
import { type Provider, ProviderButtons } from "./provider-buttons";
import { type CodeTaken, sendCode, signInWithPassword } from "./sign-in-request";

interface SignInFormProps {
  providers: readonly Provider[];
  callbackUrl: string;
  signUpHref: string;
  /** Why a provider's sign-in came back without one. */
  failure: string | undefined;
}

const loadSignInCheck = () => import("./validation").then(({ checkSignIn }) => checkSignIn);

/** Address and password, or a provider. A wrong address and a wrong password get one answer. */
export function SignInForm({ providers, callbackUrl, signUpHref, failure }: SignInFormProps) {
  const send: FormAction<{ to: string }> = async (_, data) =>
    signInWithPassword(String(data.get("email")), String(data.get("password")), callbackUrl);
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "sign-in",
    send,
    loadCheck: loadSignInCheck,
    // A whole load: whatever was shown before belongs to nobody or to somebody else.
    onDone: ({ to }) => window.location.assign(to),
  });
  const note: Refusal | null = refusal ?? (failure === undefined ? null : { sentence: failure });
  const isLeaving = answer !== null && "done" in answer;
  return (
    <AuthPage
      title="Sign in"
      foot={
        <>
          No account yet? <TextLink href={signUpHref}>Create one</TextLink>
        </>
      }
    >
      <form {...form} className="grid gap-4">
        <RefusalNote refusal={note} />
        <EmailField {...field("email")} />
        <PasswordField {...field("password")} large label="Password" autoComplete="current-password" />
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <SubmitButton shape="large" isBusy={isBusy || isLeaving} busyWord="Signing in" label="Sign in" />
          <Link
            className="link inline-flex min-h-11 items-center text-small"
            href="/forgot-password"
            prefetch={false}
          >
            Forgot password?
          </Link>
        </div>
      </form>
      <ProviderButtons providers={providers} callbackUrl={callbackUrl} verb="Sign in" />
    </AuthPage>
  );
}

const loadCodeCheck = () => import("./validation").then(({ checkCode }) => checkCode);

const sendTypedCode: FormAction<CodeTaken> = async (_, data) => sendCode(String(data.get("code")));

/** The second half of a sign-in. Who used a recovery code is told how many are left before they go on. */
export function CodeForm({ callbackUrl, startAgainHref }: { callbackUrl: string; startAgainHref: string }) {
  // A whole load: whatever was shown before belongs to nobody or to somebody else.
  const goOn = () => window.location.assign(callbackUrl);
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "code",
    send: sendTypedCode,
    loadCheck: loadCodeCheck,
    onDone: ({ recoveryCodesLeft }) => {
      if (recoveryCodesLeft === null) goOn();
    },
  });
  const done = answer !== null && "done" in answer ? answer.done : null;
  if (done?.recoveryCodesLeft != null) return <RecoveryNote left={done.recoveryCodesLeft} goOn={goOn} />;
  if (refusal?.code === "not_signed_in") return <Ended startAgainHref={startAgainHref} />;
  return (
    <AuthPage
      title="Enter your code"
      lead="This account has two-factor sign-in. Your app shows the code for Quietzone, a new one every 30 seconds."
      foot={
        <a className="link" href={startAgainHref}>
          Start again
        </a>
      }
    >
      <form {...form} className="grid gap-4">
        <RefusalNote refusal={refusal} />
        <CodeField {...field("code")} large isAlone />
        <div>
          <SubmitButton
            shape="large"
            isBusy={isBusy || done !== null}
            busyWord="Signing in"
            label="Sign in"
          />
        </div>
      </form>
    </AuthPage>
  );
}

function RecoveryNote({ left, goOn }: { left: number; goOn: () => void }) {
  return (
    <AuthPage
      isNews
      title="You are signed in"
      lead={`You can't use that recovery code again. ${left === 0 ? "None is left" : `${countOf(left, "recovery code")} ${left === 1 ? "is" : "are"} left`}. You can create new ones in your account.`}
    >
      <Button kind="primary" shape="large" onClick={goOn}>
        Continue
      </Button>
    </AuthPage>
  );
}

function Ended({ startAgainHref }: { startAgainHref: string }) {
  return (
    <AuthPage title="Enter your code">
      <Notice tone="warn" title="This sign-in has expired" isAlert>
        It took longer than 5 minutes, or the password has changed.
      </Notice>
      <ButtonLink href={startAgainHref} kind="primary" shape="large" className="mt-5">
        Start again
      </ButtonLink>
    </AuthPage>
  );
}
