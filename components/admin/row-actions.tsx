"use client";

import type { ReactNode } from "react";
import { SubmitButton } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { TextAreaField, TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { toast } from "../ui/toast";

interface OnePressProps {
  id: string;
  fields: Record<string, string>;
  send: FormAction<null>;
  done: string;
  busyWord: string;
  kind?: "primary" | "secondary";
  children: ReactNode;
}

export function OnePress({ id, fields, send, done, busyWord, kind = "secondary", children }: OnePressProps) {
  const { form, refusal, isBusy } = useForm({ id, send, onDone: () => toast.done(done) });
  return (
    <form {...form} className="grid gap-2">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <RefusalNote refusal={refusal} />
      <SubmitButton
        kind={kind}
        isBusy={isBusy}
        busyWord={busyWord}
        className="justify-self-start"
        label={children}
      />
    </form>
  );
}

interface DeclineRequestProps {
  id: string;
  who: string;
  wanted: string;
  send: FormAction<null>;
}

const loadRefusalCheck = () => import("./validation").then(({ checkRefusal }) => checkRefusal);

export function DeclineRequest({ id, who, wanted, send }: DeclineRequestProps) {
  return (
    <ConfirmDialog
      id={`decline-${id}`}
      label="Decline"
      order="Decline and mail"
      safe="Cancel"
      busyWord="Declining"
      kind="secondary"
      title={`Decline ${wanted}?`}
      lead={`${who} keeps the present plan and is mailed your note.`}
      fields={{ id }}
      send={send}
      loadCheck={loadRefusalCheck}
      onDone={() => toast.done(`${wanted} is declined, and ${who} is notified.`)}
    >
      {(field) => (
        <TextAreaField
          {...field("note")}
          label="Note"
          hint="Why, and what would help. At most 500 characters."
        />
      )}
    </ConfirmDialog>
  );
}

/** What the operator may do to a code; each form names it by `code`, its short code. */
export interface CodeActions {
  suspend: FormAction<null>;
  resume: FormAction<null>;
  settle: FormAction<null>;
}

interface CodeButtonsProps {
  shortCode: string;
  name: string;
  isSuspended: boolean;
  /** When the newest of its reports was sent that wait and are shown; null: none waits. */
  waitingUpTo: string | null;
  actions: CodeActions;
}

const loadCheck = () => import("./validation").then(({ checkSuspension }) => checkSuspension);

export function CodeButtons({ shortCode, name, isSuspended, waitingUpTo, actions }: CodeButtonsProps) {
  const fields = { code: shortCode };
  return (
    <div className="flex flex-wrap items-start gap-2">
      {isSuspended ? (
        <OnePress
          id={`resume-${shortCode}`}
          fields={fields}
          send={actions.resume}
          done={`“${name}” is no longer suspended.`}
          busyWord="Resuming"
        >
          Resume
        </OnePress>
      ) : (
        <ConfirmDialog
          id={`suspend-${shortCode}`}
          label="Suspend"
          order="Suspend code"
          safe="Cancel"
          busyWord="Suspending"
          kind="danger"
          title={`Suspend “${name}”?`}
          lead="Within a second, people who scan it see that it is suspended. Its owner gets an email with the reason and sees it on the code's page. Its reports are dismissed."
          fields={fields}
          send={actions.suspend}
          loadCheck={loadCheck}
          onDone={() => toast.done(`“${name}” is suspended.`)}
        >
          {(field) => (
            <TextField
              {...field("reason")}
              label="Reason"
              hint="Its owner reads this. At most 200 characters."
              autoComplete="off"
            />
          )}
        </ConfirmDialog>
      )}
      {waitingUpTo !== null && (
        <OnePress
          id={`settle-${shortCode}`}
          fields={{ ...fields, seen: waitingUpTo }}
          send={actions.settle}
          done={`The reports of “${name}” are dismissed.`}
          busyWord="Dismissing"
        >
          Dismiss
        </OnePress>
      )}
    </div>
  );
}
