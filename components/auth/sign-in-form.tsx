"use client";

import Link from "next/link";
import { SubmitButton } from "../ui/button";
import type { FormAction, Refusal } from "../ui/form/answer";
import { RefusalNote, useForm } from "../ui/form/use-form";
import { TextLink } from "../ui/links";
import { PasswordField } from "../ui/password-field";
import { AuthPage } from "./auth-page";
import { EmailField } from "./email-field";
import { type Provider, ProviderButtons } from "./provider-buttons";
import { signInWithPassword } from "./sign-in-request";

interface SignInFormProps {
  providers: readonly Provider[];
  callbackUrl: string;
  signUpHref: string;
  /** Why a provider's sign-in came back without one. */
  failure: string | undefined;
}

const loadCheck = () => import("./validation").then(({ checkSignIn }) => checkSignIn);

/** Address and password, or a provider. A wrong address and a wrong password get one answer. */
export function SignInForm({ providers, callbackUrl, signUpHref, failure }: SignInFormProps) {
  const send: FormAction<{ to: string }> = async (_, data) =>
    signInWithPassword(String(data.get("email")), String(data.get("password")), callbackUrl);
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "sign-in",
    send,
    loadCheck,
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
