"use client";

import { useRef, useState } from "react";
import type { Usage } from "@/lib/accounts/schema";
import { entitlements, hasApiAccess, type Plan } from "@/lib/plans";
import { Button } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { say } from "../ui/say";
import { SubmitButton } from "../ui/submit-button";
import { TextAreaField } from "../ui/text-area";
import { count } from "./entitlement-words";

interface AskForPlanProps {
  plan: Plan;
  usage: Usage;
  askForPlan: FormAction<null>;
}

const loadCheck = () => import("./checks").then(({ checkPlanRequest }) => checkPlanRequest);

/** Asks the operator for a plan, after having said what it would change for this account. */
export function AskForPlan({ plan, usage, askForPlan }: AskForPlanProps) {
  const [isOpen, setOpen] = useState(false);
  const { name } = entitlements[plan];
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask for {name}</Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`Ask for ${name}?`}
        lead={listConsequences(plan, usage).map((sentence) => (
          <p key={sentence} className="not-first:mt-2">
            {sentence}
          </p>
        ))}
      >
        <AskForm plan={plan} askForPlan={askForPlan} close={close} />
      </Dialog>
    </>
  );
}

function AskForm({ plan, askForPlan, close }: Omit<AskForPlanProps, "usage"> & { close: () => void }) {
  const { name } = entitlements[plan];
  const { form, field, refusal, isBusy } = useForm({
    id: `ask-${plan}`,
    send: askForPlan,
    loadCheck,
    onDone: () => {
      close();
      say.done(`${name} is asked for.`);
    },
  });
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="plan" value={plan} />
      <TextAreaField
        {...field("note")}
        label="Note (optional)"
        hint="What you need it for, and from when. At most 500 characters."
      />
      <DialogActions>
        <Button ref={cancel} onClick={close}>
          Leave it
        </Button>
        <SubmitButton isBusy={isBusy} busyWord="Asking">
          Ask for {name}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}

/** What becomes of what the account has, in sentences. */
function listConsequences(plan: Plan, usage: Usage): string[] {
  const { name, codes, dynamicCodes } = entitlements[plan];
  const sentences = [
    "The operator of this service gets your request and answers it. Until then nothing changes.",
  ];
  if (usage.openRequest !== null) {
    sentences.push(`It takes the place of your request for ${entitlements[usage.openRequest.plan].name}.`);
  }
  if (usage.codes.used > codes) {
    sentences.push(
      `You have ${count(usage.codes.used)} codes and ${name} holds ${count(codes)}. All of them go on working; only making new ones stops.`,
    );
  }
  if (dynamicCodes !== null && usage.dynamicCodes.used > dynamicCodes) {
    sentences.push("Your dynamic codes stay dynamic. New ones are static.");
  }
  if (hasApiAccess(usage.plan) && !hasApiAccess(plan) && usage.keys.used > 0) {
    sentences.push(`${name} has no API: your keys are kept, and refused for as long as it lasts.`);
  }
  return sentences;
}
