"use client";

import { type ReactNode, useState } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { IssuedApiKey } from "@/lib/api-keys/schema";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { Segmented } from "../ui/segmented";
import { SubmitButton } from "../ui/submit-button";
import { ExpiryFields, LimitField, NameField, NoteField, PermissionFields } from "./key-fields";

interface NewKeyFormProps {
  id: string;
  create: FormAction<IssuedApiKey>;
  environment: Environment;
  maxRateLimit: number;
  onIssued: (issued: IssuedApiKey) => void;
  /** Beside the button that makes it. */
  wayOut?: ReactNode;
}

const environments = [
  { value: "production", name: "Production" },
  { value: "sandbox", name: "Sandbox" },
] as const;

const environmentHints: Record<Environment, string> = {
  production: "Your own codes, under the limits of your plan.",
  sandbox: "Data to try things on: 100 codes of its own, gone after 30 days, 1,000 requests an hour.",
};

const loadCheck = () => import("./checks").then(({ checkNewKey }) => checkNewKey);

/** Name, data, rights, limit, end. The defaults make a key that can do what most need. */
export function NewKeyForm({ id, create, environment, maxRateLimit, onIssued, wayOut }: NewKeyFormProps) {
  const [chosen, setChosen] = useState(environment);
  const { form, field, refusal, isBusy } = useForm({
    id,
    send: create,
    loadCheck,
    isOnce: true,
    onDone: onIssued,
  });
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <NameField field={field} />
      <div>
        <p className="mb-1.5 text-small font-medium" aria-hidden>
          Data
        </p>
        <Segmented
          name="environment"
          label="Data"
          choices={environments}
          value={chosen}
          onChange={setChosen}
        />
        <p className="mt-1.5 text-small text-ink-3">{environmentHints[chosen]}</p>
      </div>
      <PermissionFields field={field} held={["qr:read", "qr:write"]} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <LimitField field={field} value={maxRateLimit} most={maxRateLimit} />
        <ExpiryFields field={field} />
      </div>
      <NoteField field={field} />
      <div
        className={`mt-2 flex flex-wrap items-center gap-2 max-md:flex-col-reverse max-md:items-stretch ${wayOut === undefined ? "" : "justify-end"}`}
      >
        {wayOut}
        <SubmitButton isBusy={isBusy} busyWord="Creating" shape="large">
          Create key
        </SubmitButton>
      </div>
    </form>
  );
}
