"use client";

import { ConfirmDialog } from "../ui/confirm-dialog";
import type { FormAction } from "../ui/form/answer";
import { say } from "../ui/say";
import { TextAreaField } from "../ui/text-area";

interface DeclineRequestProps {
  id: string;
  who: string;
  wanted: string;
  send: FormAction<null>;
}

const loadCheck = () => import("./validation").then(({ checkRefusal }) => checkRefusal);

/** A no, with why; both are mailed. */
export function DeclineRequest({ id, who, wanted, send }: DeclineRequestProps) {
  return (
    <ConfirmDialog
      id={`decline-${id}`}
      label="Decline"
      order="Decline and mail"
      safe="Leave it open"
      busyWord="Declining"
      kind="secondary"
      title={`Decline ${wanted}?`}
      lead={`${who} keeps the present plan and is mailed your note.`}
      fields={{ id }}
      send={send}
      loadCheck={loadCheck}
      onDone={() => say.done(`${wanted} is declined, and ${who} is told.`)}
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
