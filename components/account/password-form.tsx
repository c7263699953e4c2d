"use client";

import { signInWithPassword } from "../auth/sign-in-request";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { PasswordField } from "../ui/password-field";
import { say } from "../ui/say";
import { SubmitButton } from "../ui/submit-button";

interface PasswordFormProps {
  email: string;
  changePassword: FormAction<null>;
}

const loadCheck = () => import("./checks").then(({ checkPasswordChange }) => checkPasswordChange);

/** Another password. It ends every session; this one begins again with the new password at once. */
export function PasswordForm({ email, changePassword }: PasswordFormProps) {
  const send: FormAction<null> = async (previous, data) => {
    const answer = await changePassword(previous, data);
    if (answer === null || "refusal" in answer) return answer;
    const signedIn = await signInWithPassword(email, String(data.get("next"))).catch(() => null);
    if (signedIn === null || "refusal" in signedIn) window.location.assign("/sign-in");
    return answer;
  };
  const { form, field, refusal, isBusy } = useForm({
    id: "password",
    send,
    loadCheck,
    onDone: (_, filled) => {
      filled.reset();
      say.done("The password is changed. Other devices are signed out.");
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <input type="text" hidden autoComplete="username" value={email} readOnly />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <PasswordField {...field("current")} label="Password now" autoComplete="current-password" />
        <PasswordField
          {...field("next")}
          label="New password"
          autoComplete="new-password"
          hint="8 characters or more."
        />
      </div>
      <div>
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Changing">
          Change password
        </SubmitButton>
      </div>
    </form>
  );
}
