"use client";

import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Button, buttonClasses } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import type { Check, FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { say } from "../ui/say";
import { SubmitButton } from "../ui/submit-button";

type Field = (name: string) => { id: string; name: string; fault: string | undefined };

interface AskDialogProps {
  /** Unique on the page. */
  id: string;
  /** The word on the button that opens it and, unless told, on the one that acts. */
  label: string;
  order?: string;
  /** What keeps everything as it is. */
  safe: string;
  busyWord: string;
  title: string;
  lead: ReactNode;
  kind: "secondary" | "danger";
  fields: Record<string, string>;
  send: FormAction<null>;
  loadCheck: () => Promise<Check>;
  done: string;
  /** Leads elsewhere, where the page is of what is gone. */
  onDone?: () => void;
  children: (field: Field) => ReactNode;
}

/** A question before what can't be taken back or is mailed to somebody; the focus begins on the safe answer. */
export function AskDialog(props: AskDialogProps) {
  const { label, title, lead, kind } = props;
  const [isOpen, setOpen] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className={buttonClasses({ kind })} onClick={() => setOpen(true)}>
        {label}
      </button>
      <Dialog isOpen={isOpen} onClose={close} title={title} lead={lead} firstFocus={safe}>
        <AskForm {...props} close={close} safeButton={safe} />
      </Dialog>
    </>
  );
}

interface AskFormProps extends AskDialogProps {
  close: () => void;
  safeButton: RefObject<HTMLButtonElement | null>;
}

function AskForm(props: AskFormProps) {
  const { id, label, order = label, safe, busyWord, kind, fields, send, loadCheck, done } = props;
  const { form, field, refusal, isBusy } = useForm({
    id,
    send,
    loadCheck,
    onDone: () => {
      props.close();
      say.done(done);
      props.onDone?.();
    },
  });
  return (
    <form {...form} className="mt-5 grid gap-4">
      <RefusalNote refusal={refusal} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {props.children(field)}
      <DialogActions>
        <Button ref={props.safeButton} onClick={props.close}>
          {safe}
        </Button>
        <SubmitButton kind={kind === "danger" ? "danger" : "primary"} isBusy={isBusy} busyWord={busyWord}>
          {order}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
