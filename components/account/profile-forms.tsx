"use client";

import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { CodeField } from "../auth/fields";
import { MailboxHint } from "../auth/mail-pages";
import { SubmitButton } from "../ui/button";
import { TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { Segmented } from "../ui/segmented";
import { toast } from "../ui/toast";

const loadNameCheck = () => import("./validation").then(({ checkName }) => checkName);

export function NameForm({ name, changeName }: { name: string; changeName: FormAction<null> }) {
  const { form, field, refusal, isBusy } = useForm({
    id: "name",
    send: changeName,
    loadCheck: loadNameCheck,
    onDone: () => toast.done("Name saved."),
  });
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <div className="flex items-start gap-2 max-sm:flex-col max-sm:items-stretch">
        <TextField
          {...field("name")}
          label="Name"
          autoComplete="name"
          defaultValue={name}
          className="min-w-0 flex-1"
        />
        <SubmitButton
          kind="secondary"
          isBusy={isBusy}
          busyWord="Saving"
          className="sm:mt-6"
          label="Save name"
        />
      </div>
    </form>
  );
}

interface EmailFormProps {
  hasTwoFactor: boolean;
  requestEmailChange: FormAction<{ email: string }>;
  mailbox: string | undefined;
}

const loadEmailCheck = () => import("./validation").then(({ checkEmailChange }) => checkEmailChange);

export function EmailForm({ hasTwoFactor, requestEmailChange, mailbox }: EmailFormProps) {
  const { form, field, answer, refusal, isBusy } = useForm({
    id: "email",
    send: requestEmailChange,
    loadCheck: loadEmailCheck,
    onDone: (_, filled) => filled.reset(),
  });
  return (
    <form {...form} className="grid gap-4">
      {answer !== null && "done" in answer && (
        <>
          <Notice tone="ok" title="Check your mail" isAlert>
            A link is on its way to {answer.done.email}. The address changes when you confirm it there, within
            an hour.
          </Notice>
          {mailbox !== undefined && <MailboxHint mailbox={mailbox} />}
        </>
      )}
      <RefusalNote refusal={refusal} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...field("email")}
          label="New address"
          type="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <PasswordField {...field("password")} label="Password" autoComplete="current-password" />
      </div>
      {(hasTwoFactor || refusal?.fields?.code !== undefined) && <CodeField {...field("code")} />}
      <div>
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Sending" label="Change address" />
      </div>
    </form>
  );
}

interface PasswordFormProps {
  email: string;
  hasTwoFactor: boolean;
  changePassword: FormAction<null>;
}

const loadPasswordCheck = () => import("./validation").then(({ checkPasswordChange }) => checkPasswordChange);

/** Another password. It ends every session; this browser goes on in a new one. */
export function PasswordForm({ email, hasTwoFactor, changePassword }: PasswordFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "password",
    send: changePassword,
    loadCheck: loadPasswordCheck,
    onDone: (_, filled) => {
      filled.reset();
      toast.done("Password changed. Other devices are signed out.");
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <input type="text" hidden autoComplete="username" value={email} readOnly />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <PasswordField {...field("current")} label="Current password" autoComplete="current-password" />
        <PasswordField
          {...field("next")}
          label="New password"
          autoComplete="new-password"
          hint="8 characters or more."
        />
      </div>
      {(hasTwoFactor || refusal?.fields?.code !== undefined) && <CodeField {...field("code")} />}
      <div>
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Changing" label="Change password" />
      </div>
    </form>
  );
}

interface FirstPasswordProps {
  mailPasswordLink: FormAction<{ email: string }>;
  mailbox: string | undefined;
}

export function FirstPassword({ mailPasswordLink, mailbox }: FirstPasswordProps) {
  const { form, answer, refusal, isBusy } = useForm({
    id: "first-password",
    send: mailPasswordLink,
  });
  if (answer !== null && "done" in answer) {
    return (
      <div className="grid gap-4">
        <Notice tone="ok" title="Check your mail" isAlert>
          A link is on its way to {answer.done.email}. It works once, within an hour.
        </Notice>
        {mailbox !== undefined && <MailboxHint mailbox={mailbox} />}
      </div>
    );
  }
  return (
    <form {...form} className="grid justify-items-start gap-4">
      <RefusalNote refusal={refusal} />
      <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Sending" label="Mail a link to set one" />
    </form>
  );
}

const choices = [
  { value: "system", name: "System" },
  { value: "light", name: "Light" },
  { value: "dark", name: "Dark" },
] as const;

type Choice = (typeof choices)[number]["value"];

const never = () => () => {};

/** Light or dark, kept in this browser. The server cannot know it, so the first drawing shows the system's. */
export function Appearance() {
  const { theme, setTheme } = useTheme();
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const value = (isInBrowser ? (theme as Choice | undefined) : undefined) ?? "system";
  return (
    <Segmented name="appearance" label="Appearance" choices={choices} value={value} onChange={setTheme} />
  );
}
