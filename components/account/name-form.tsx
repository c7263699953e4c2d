"use client";

import { TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { say } from "../ui/say";
import { SubmitButton } from "../ui/submit-button";

const loadCheck = () => import("./checks").then(({ checkName }) => checkName);

/** What the person is called; may be empty. */
export function NameForm({ name, changeName }: { name: string; changeName: FormAction<null> }) {
  const { form, field, refusal, isBusy } = useForm({
    id: "name",
    send: changeName,
    loadCheck,
    onDone: () => say.done("The name is saved."),
  });
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <div className="flex items-start gap-2 max-sm:flex-col max-sm:items-stretch">
        <TextField
          {...field("name")}
          label="Name"
          autoComplete="name"
          defaultValue={name}
          className="min-w-0 flex-1"
        />
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Saving" className="sm:mt-6">
          Save name
        </SubmitButton>
      </div>
    </form>
  );
}
