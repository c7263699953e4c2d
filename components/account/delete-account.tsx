"use client";

import { useState } from "react";
import type { Usage } from "@/lib/accounts/schema";
import { count } from "../plans/entitlement-words";
import { Button, buttonClasses } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { PasswordField } from "../ui/password-field";
import { SubmitButton } from "../ui/submit-button";

interface DeleteAccountProps {
  email: string;
  hasPassword: boolean;
  usage: Usage;
  deleteAccount: FormAction<null>;
}

/** The account's end, with all that ends with it said first. */
export function DeleteAccount(props: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={buttonClasses({ kind: "danger" })} onClick={() => setOpen(true)}>
        Delete account
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete this account?"
        lead={
          <ul className="grid gap-2">
            {listLosses(props.usage).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        }
      >
        <DeletionForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const loadCheck = () => import("./checks").then(({ checkDeletion }) => checkDeletion);

function DeletionForm({
  email,
  hasPassword,
  deleteAccount,
  onClose,
}: Omit<DeleteAccountProps, "usage"> & { onClose: () => void }) {
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
      <DialogActions>
        <Button onClick={onClose}>Keep it</Button>
        <SubmitButton kind="danger" isBusy={isBusy} busyWord="Deleting">
          Delete for good
        </SubmitButton>
      </DialogActions>
    </form>
  );
}

/** What happens to each kind of thing, with this account's numbers. */
function listLosses({ codes, dynamicCodes, keys }: Usage): string[] {
  const fixed = codes.used - dynamicCodes.used;
  return [
    codes.used === 0
      ? "It has no codes."
      : `${plural(codes.used, "code")} and every scan of ${codes.used === 1 ? "it" : "them"} are deleted at once.`,
    ...(dynamicCodes.used > 0
      ? [
          `${plural(dynamicCodes.used, "dynamic code")}: every printed copy will open a page that says the code is gone.`,
        ]
      : []),
    ...(fixed > 0
      ? [`${plural(fixed, "static code")}: printed copies go on working, since they hold their content.`]
      : []),
    keys.used === 0
      ? "Nothing of it can be brought back."
      : `${plural(keys.used, "key")}: refused from the next request on. Nothing of it can be brought back.`,
  ];
}

function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}
