"use client";

import { CodeField } from "../auth/code-field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { PasswordField } from "../ui/password-field";
import { say } from "../ui/say";
import { SubmitButton } from "../ui/submit-button";

interface PasswordFormProps {
  email: string;
  hasTwoFactor: boolean;
  changePassword: FormAction<null>;
}

const loadCheck = () => import("./checks").then(({ checkPasswordChange }) => checkPasswordChange);

/** Another password. It ends every session; this browser goes on in a new one. */
export function PasswordForm({ email, hasTwoFactor, changePassword }: PasswordFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "password",
    send: changePassword,
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
      {(hasTwoFactor || refusal?.fields?.code !== undefined) && <CodeField {...field("code")} />}
      <div>
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Changing">
          Change password
        </SubmitButton>
      </div>
    </form>
  );
}
