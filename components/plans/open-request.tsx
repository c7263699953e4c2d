"use client";

import type { Usage } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import { sayDay } from "../ui/dates";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { Notice } from "../ui/notice";
import { say } from "../ui/say";
import { SubmitButton } from "../ui/submit-button";

interface OpenRequestProps {
  request: NonNullable<Usage["openRequest"]>;
  zone: string;
  withdraw: FormAction<null>;
}

const loadCheck = async () => () => ({});

/** What the account has asked for and waits for, with a way to take it back. */
export function OpenRequest({ request, zone, withdraw }: OpenRequestProps) {
  const { name } = entitlements[request.plan];
  const { form, refusal, isBusy } = useForm({
    id: "withdraw",
    send: withdraw,
    loadCheck,
    onDone: () => say.done(`The request for ${name} is taken back.`),
  });
  return (
    <form {...form} className="flex flex-wrap items-center gap-x-6 gap-y-3 bg-canvas pr-4 max-md:pb-4">
      <div className="min-w-0 flex-1 basis-80">
        <Notice title={`You asked for ${name} on ${sayDay(request.createdAt, zone)}`}>
          The operator of this service changes the plan, and it takes effect at once. Asking for another one
          takes this request's place.
        </Notice>
      </div>
      <RefusalNote refusal={refusal} />
      <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Taking back" className="max-md:ml-4">
        Take it back
      </SubmitButton>
    </form>
  );
}
