"use client";

import type { ReactNode } from "react";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { say } from "../ui/say";
import { SubmitButton } from "../ui/submit-button";

interface OnePressProps {
  id: string;
  fields: Record<string, string>;
  send: FormAction<null>;
  done: string;
  busyWord: string;
  kind?: "primary" | "secondary";
  children: ReactNode;
}

const loadCheck = async () => () => ({});

/** A form of one button, for what needs no question. */
export function OnePress({ id, fields, send, done, busyWord, kind = "secondary", children }: OnePressProps) {
  const { form, refusal, isBusy } = useForm({ id, send, loadCheck, onDone: () => say.done(done) });
  return (
    <form {...form} className="grid gap-2">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <RefusalNote refusal={refusal} />
      <SubmitButton kind={kind} isBusy={isBusy} busyWord={busyWord} className="justify-self-start">
        {children}
      </SubmitButton>
    </form>
  );
}
