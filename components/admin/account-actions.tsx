"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Usage } from "@/lib/accounts/schema";
import { entitlements, hasApiAccess, hasDashboard, type Plan, plans, plansWithWebhooks } from "@/lib/plans";
import { SubmitButton } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { countOf } from "../ui/counts";
import { TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { SelectField } from "../ui/select";
import { toast } from "../ui/toast";

interface PlanFormProps {
  accountId: string;
  usage: Usage;
  send: FormAction<null>;
}

export function PlanForm({ accountId, usage, send }: PlanFormProps) {
  const others = plans.filter((plan) => plan !== usage.plan);
  const [plan, choose] = useState<Plan>(
    () => others.find((one) => one === usage.openRequest?.plan) ?? others[0] ?? usage.plan,
  );
  const { form, field, refusal, isBusy } = useForm({
    id: "plan-of",
    send,
    onDone: () => toast.done(`The plan is ${entitlements[plan].name}, and its owner is notified.`),
  });
  return (
    <form {...form} className="grid gap-3">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="id" value={accountId} />
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          {...field("plan")}
          label="Another plan"
          className="w-48"
          choices={others.map((value) => ({ value, name: entitlements[value].name }))}
          value={plan}
          onChange={({ target }) => choose(others.find((one) => one === target.value) ?? plan)}
        />
        <SubmitButton
          kind="secondary"
          isBusy={isBusy}
          busyWord="Changing"
          className="touch:h-12"
          label="Change plan"
        />
      </div>
      <ul aria-live="polite" className="text-small text-ink-2">
        {listPlanConsequences(plan, usage).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </form>
  );
}

function listPlanConsequences(plan: Plan, usage: Usage): string[] {
  const { name, codes } = entitlements[plan];
  const sentences: string[] = [];
  if (usage.codes.used > codes) {
    sentences.push(
      `It keeps ${countOf(usage.codes.used, "code")} and ${name} holds ${codes}: all keep working, no new ones can be created.`,
    );
  }
  if (hasDashboard(usage.plan) && !hasDashboard(plan)) {
    sentences.push("Its owner loses the pages for codes and charts.");
  }
  if (hasApiAccess(usage.plan) && !hasApiAccess(plan) && usage.keys.used > 0) {
    sentences.push(`Its ${countOf(usage.keys.used, "key")} ${usage.keys.used === 1 ? "is" : "are"} refused.`);
  }
  if (
    plansWithWebhooks.includes(usage.plan) &&
    !plansWithWebhooks.includes(plan) &&
    usage.webhooks.used > 0
  ) {
    sentences.push(
      `Its ${countOf(usage.webhooks.used, "webhook")} get${usage.webhooks.used === 1 ? "s" : ""} no more events.`,
    );
  }
  if (sentences.length === 0)
    sentences.push(`It has ${name} from its next request on. Nothing stops working.`);
  if (usage.openRequest !== null) {
    sentences.push(`Its open request for ${entitlements[usage.openRequest.plan].name} is settled.`);
  }
  return sentences;
}

interface RemoveAccountProps {
  accountId: string;
  email: string;
  usage: Usage;
  send: FormAction<null>;
}

const loadCheck = () => import("./validation").then(({ checkRemoval }) => checkRemoval);

export function RemoveAccount({ accountId, email, usage, send }: RemoveAccountProps) {
  const router = useRouter();
  return (
    <ConfirmDialog
      id="remove-account"
      label="Delete account"
      order="Delete for good"
      safe="Keep it"
      busyWord="Deleting"
      kind="danger"
      title={`Delete the account of ${email}?`}
      lead={
        <>
          <p>
            {countOf(usage.codes.used, "code")}, its keys, its webhooks and every scan are deleted. Each
            printed dynamic code will open a page that says the code is gone.
          </p>
          <p className="mt-2">Its owner is notified by mail. This can't be undone.</p>
        </>
      }
      fields={{ id: accountId }}
      send={send}
      loadCheck={loadCheck}
      onDone={() => {
        toast.done(`The account of ${email} is deleted.`);
        router.push("/admin/accounts");
      }}
    >
      {(field) => (
        <TextField
          {...field("email")}
          label={`Write ${email} to confirm`}
          type="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
    </ConfirmDialog>
  );
}
