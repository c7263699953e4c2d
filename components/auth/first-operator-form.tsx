"use client";

import { SubmitButton } from "../ui/button";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { AuthPage } from "./auth-page";
import { StaleLink } from "./mail-pages";
import { signInWithPassword } from "./sign-in-request";
import { AccountFields } from "./sign-up-forms";

interface FirstOperatorFormProps {
  /** Null where the link does nothing any more. */
  token: string | null;
  create: FormAction<{ email: string }>;
}

const loadCheck = () => import("./validation").then(({ checkFirstOperator }) => checkFirstOperator);

const title = "Create the operator's account";
const firstCode = "/codes/new";
const deadSentence =
  "It was used or has expired, or there is already an operator. To create another operator's account, run account:create --admin on the server.";

/** The page behind the link that the first start prints. */
export function FirstOperatorForm({ token, create }: FirstOperatorFormProps) {
  const send: FormAction<{ to: string }> = async (_, data) => {
    const answer = await create(null, data);
    if (answer === null || "refusal" in answer) return answer;
    return signInWithPassword(answer.done.email, String(data.get("password")), firstCode);
  };
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "first-operator",
    send,
    loadCheck,
    onDone: ({ to }) => window.location.assign(to),
  });
  if (token === null || refusal?.fields?.token !== undefined) {
    return (
      <AuthPage title={title}>
        <StaleLink sentence={deadSentence} way={{ href: "/sign-in", name: "Sign in" }} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={title}
      lead="You run this service. This account has every feature and the operator's pages at /admin."
    >
      <form {...form} className="grid gap-4">
        <RefusalNote refusal={refusal} />
        <input type="hidden" name="token" value={token} />
        <AccountFields field={field} />
        <SubmitButton
          shape="large"
          isBusy={isBusy || (answer !== null && "done" in answer)}
          busyWord="Creating"
          className="mt-2"
          label="Create account"
        />
      </form>
    </AuthPage>
  );
}
