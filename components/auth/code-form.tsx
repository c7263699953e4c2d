"use client";

import { Button, SubmitButton } from "../ui/button";
import { countOf } from "../ui/counts";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote, useForm } from "../ui/form/use-form";
import { ButtonLink } from "../ui/links";
import { Notice } from "../ui/notice";
import { AuthPage } from "./auth-page";
import { CodeField } from "./code-field";
import { type CodeTaken, sendCode } from "./sign-in-request";

const loadCheck = () => import("./validation").then(({ checkCode }) => checkCode);

const send: FormAction<CodeTaken> = async (_, data) => sendCode(String(data.get("code")));

/** The second half of a sign-in. Who used a recovery code is told how many are left before they go on. */
export function CodeForm({ callbackUrl, startAgainHref }: { callbackUrl: string; startAgainHref: string }) {
  // A whole load: whatever was shown before belongs to nobody or to somebody else.
  const goOn = () => window.location.assign(callbackUrl);
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "code",
    send,
    loadCheck,
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
