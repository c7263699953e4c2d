"use client";

import { SubmitButton } from "../ui/button";
import { TextAreaField, TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { toast } from "../ui/toast";

interface SupportFormProps {
  email: string;
  ask: FormAction<null>;
  /** Whether the operator is told of it by mail; else it is kept until they look. */
  isMailed: boolean;
}

const loadCheck = () => import("./validation").then(({ checkSupport }) => checkSupport);

export function SupportForm({ email, ask, isMailed }: SupportFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "support",
    send: ask,
    loadCheck,
    isOnce: true,
    onDone: (_, filled) => {
      filled.reset();
      toast.done(isMailed ? "Message sent." : "Message saved.");
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <TextField {...field("subject")} label="Subject" autoComplete="off" />
      <TextAreaField
        {...field("message")}
        label="Message"
        rows={7}
        hint="A code's name or an error page's request id helps us find it. At most 4,000 characters."
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton isBusy={isBusy} busyWord="Sending" label="Send message" />
        <p className="min-w-0 text-small text-ink-3 [overflow-wrap:anywhere]">The answer comes to {email}.</p>
      </div>
    </form>
  );
}
