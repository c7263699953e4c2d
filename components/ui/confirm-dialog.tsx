"use client";

import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Button, SubmitButton } from "./button";
import { Dialog, DialogActions } from "./dialog";
import type { Check, FormAction } from "./form/answer";
import { RefusalNote } from "./form/refusal-note";
import { useForm } from "./form/use-form";

type Field = (name: string) => { id: string; name: string; fault: string | undefined };

interface ConfirmFormProps<T> {
  id: string;
  send: FormAction<T>;
  fields: Record<string, string>;
  loadCheck?: () => Promise<Check>;
  /** A resend of the form must not run the action twice. */
  isOnce?: boolean;
  kind?: "primary" | "danger";
  order: string;
  busyWord: string;
  safe: string;
  safeButton: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onDone: (answer: T) => void;
  children?: (field: Field) => ReactNode;
}

/** The body of a dialog that asks before it acts: the safe button comes first. */
export function ConfirmForm<T>(props: ConfirmFormProps<T>) {
  const { form, field, refusal, isBusy } = useForm({
    id: props.id,
    send: props.send,
    loadCheck: props.loadCheck,
    onDone: props.onDone,
    isOnce: props.isOnce,
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      {Object.entries(props.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {props.children?.(field)}
      <DialogActions>
        <Button ref={props.safeButton} onClick={props.onClose}>
          {props.safe}
        </Button>
        <SubmitButton
          kind={props.kind ?? "danger"}
          isBusy={isBusy}
          busyWord={props.busyWord}
          label={props.order}
        />
      </DialogActions>
    </form>
  );
}

interface ConfirmDialogProps<T>
  extends Omit<ConfirmFormProps<T>, "kind" | "order" | "safeButton" | "onClose"> {
  /** Label of the button that opens the dialog and, unless `order` is given, of the one that acts. */
  label: string;
  order?: string;
  kind: "secondary" | "danger";
  title: string;
  lead: ReactNode;
}

/** A button with a dialog that asks before an action that can't be undone or that sends mail. */
export function ConfirmDialog<T>({
  label,
  order = label,
  kind,
  title,
  lead,
  ...form
}: ConfirmDialogProps<T>) {
  const [isOpen, setOpen] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={title} lead={lead} firstFocus={safe}>
        <ConfirmForm
          {...form}
          order={order}
          kind={kind === "danger" ? "danger" : "primary"}
          safeButton={safe}
          onClose={close}
          onDone={(answer) => {
            close();
            form.onDone(answer);
          }}
        />
      </Dialog>
    </>
  );
}
