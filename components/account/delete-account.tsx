"use client";

import { type RefObject, useRef, useState } from "react";
import type { Usage } from "@/lib/accounts/schema";
import { CodeField } from "../auth/code-field";
import { count } from "../plans/entitlement-rows";
import { Button, buttonClasses, SubmitButton } from "../ui/button";
import { countOf } from "../ui/counts";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote, useForm } from "../ui/form/use-form";
import { PasswordField } from "../ui/password-field";

interface DeleteAccountProps {
  email: string;
  hasPassword: boolean;
  hasTwoFactor: boolean;
  usage: Usage;
  deleteAccount: FormAction<null>;
}

export function DeleteAccount(props: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button type="button" className={buttonClasses({ kind: "danger" })} onClick={() => setOpen(true)}>
        Delete account
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete this account?"
        firstFocus={safe}
        lead={
          <ul className="grid gap-2">
            {listLosses(props.usage).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        }
      >
        <DeletionForm {...props} onClose={() => setOpen(false)} safe={safe} />
      </Dialog>
    </>
  );
}

const loadCheck = () => import("./validation").then(({ checkDeletion }) => checkDeletion);

interface DeletionFormProps extends Omit<DeleteAccountProps, "usage"> {
  onClose: () => void;
  safe: RefObject<HTMLButtonElement | null>;
}

function DeletionForm({ email, hasPassword, hasTwoFactor, deleteAccount, onClose, safe }: DeletionFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "delete-account",
    send: deleteAccount,
    loadCheck,
    onDone: () => window.location.assign("/goodbye"),
  });
  return (
    <form {...form} className="mt-5 grid gap-4">
      <RefusalNote refusal={refusal} />
      <TextField
        {...field("email")}
        label={`Write ${email} to confirm`}
        type="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {hasPassword && (
        <PasswordField {...field("password")} label="Password" autoComplete="current-password" />
      )}
      {(hasTwoFactor || refusal?.fields?.code !== undefined) && <CodeField {...field("code")} />}
      <DialogActions>
        <Button ref={safe} onClick={onClose}>
          Keep it
        </Button>
        <SubmitButton kind="danger" isBusy={isBusy} busyWord="Deleting" label="Delete for good" />
      </DialogActions>
    </form>
  );
}

function listLosses({ codes, dynamicCodes, keys, webhooks, scans }: Usage): string[] {
  const fixed = codes.used - dynamicCodes.used;
  const month = scans.used + scans.capped;
  return [
    codes.used === 0
      ? "It has no codes."
      : `${countOf(codes.used, "code")} and every scan of ${codes.used === 1 ? "it" : "them"} are deleted immediately.`,
    ...(dynamicCodes.used > 0
      ? [
          `${countOf(dynamicCodes.used, "dynamic code")}: every printed copy will open a page that says the code is gone.${
            month === 0
              ? ""
              : ` The account's codes were scanned ${month === 1 ? "once" : `${count(month)} times`} this month.`
          }`,
        ]
      : []),
    ...(fixed > 0
      ? [`${countOf(fixed, "static code")}: printed copies keep working, since they hold their content.`]
      : []),
    ...(webhooks.used > 0
      ? [
          `${countOf(webhooks.used, "webhook")}: no more events are sent to ${webhooks.used === 1 ? "it" : "them"}.`,
        ]
      : []),
    keys.used === 0
      ? "This can't be undone."
      : `${countOf(keys.used, "key")}: refused immediately. This can't be undone.`,
  ];
}
