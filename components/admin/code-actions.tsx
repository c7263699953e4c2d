"use client";

import { ConfirmDialog } from "../ui/confirm-dialog";
import { TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { say } from "../ui/say";
import { OnePress } from "./one-press";

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

/** Suspends and resumes a code, and dismisses its reports. */
export function CodeButtons({ shortCode, name, isSuspended, waitingUpTo, actions }: CodeButtonsProps) {
  const fields = { code: shortCode };
  return (
    <div className="flex flex-wrap items-start gap-2">
      {isSuspended ? (
        <OnePress
          id={`resume-${shortCode}`}
          fields={fields}
          send={actions.resume}
          done={`“${name}” is back in service.`}
          busyWord="Resuming"
        >
          Resume
        </OnePress>
      ) : (
        <ConfirmDialog
          id={`suspend-${shortCode}`}
          label="Suspend"
          order="Suspend code"
          safe="Leave it"
          busyWord="Suspending"
          kind="danger"
          title={`Suspend “${name}”?`}
          lead="Within a second people who scan it read that it was taken out of service. Its owner is mailed the reason and sees it on the code's page. Its reports are dismissed."
          fields={fields}
          send={actions.suspend}
          loadCheck={loadCheck}
          onDone={() => say.done(`“${name}” is suspended.`)}
        >
          {(field) => (
            <TextField
              {...field("reason")}
              label="Reason"
              hint="What its owner reads, at most 200 characters."
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
          busyWord="Putting aside"
        >
          Dismiss
        </OnePress>
      )}
    </div>
  );
}
