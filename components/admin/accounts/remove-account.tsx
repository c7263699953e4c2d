"use client";

import { useRouter } from "next/navigation";
import type { Usage } from "@/lib/accounts/schema";
import { countOf } from "../../ui/counts";
import { TextField } from "../../ui/field";
import type { FormAction } from "../../ui/form/answer";
import { AskDialog } from "../ask-dialog";

interface RemoveAccountProps {
  accountId: string;
  email: string;
  usage: Usage;
  send: FormAction<null>;
}

const loadCheck = () => import("../checks").then(({ checkRemoval }) => checkRemoval);

/** The end of somebody's account, once its address has been written. */
export function RemoveAccount({ accountId, email, usage, send }: RemoveAccountProps) {
  const router = useRouter();
  return (
    <AskDialog
      id="remove-account"
      label="Delete account"
      order="Delete for good"
      safe="Keep it"
      busyWord="Deleting"
      kind="danger"
      title={`Delete the account of ${email}?`}
      lead={
        <>
          <p>
            {countOf(usage.codes.used, "code")}, its keys, its webhooks and every scan are deleted. Each
            printed dynamic code will open a page that says the code is gone.
          </p>
          <p className="mt-2">Its person is told by mail. Nothing of it can be brought back.</p>
        </>
      }
      fields={{ id: accountId }}
      send={send}
      loadCheck={loadCheck}
      done={`The account of ${email} is deleted.`}
      onDone={() => router.push("/admin/accounts")}
    >
      {(field) => (
        <TextField
          {...field("email")}
          label={`Write ${email} to confirm`}
          type="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
    </AskDialog>
  );
}
