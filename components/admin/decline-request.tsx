"use client";

import type { FormAction } from "../ui/form/answer";
import { TextAreaField } from "../ui/text-area";
import { AskDialog } from "./ask-dialog";

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
    <AskDialog
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
      done={`${wanted} is declined, and ${who} is told.`}
    >
      {(field) => (
        <TextAreaField
          {...field("note")}
          label="Note"
          hint="Why, and what would help. At most 500 characters."
        />
      )}
    </AskDialog>
  );
}
