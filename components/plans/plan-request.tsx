"use client";

import { type RefObject, useRef, useState } from "react";
import type { Usage } from "@/lib/accounts/schema";
import { type Entitlements, entitlements, hasApiAccess, type Plan, plansWithWebhooks } from "@/lib/plans";
import { Button, SubmitButton } from "../ui/button";
import { formatDay } from "../ui/dates";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextAreaField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { Notice } from "../ui/notice";
import { Th } from "../ui/table";
import { toast } from "../ui/toast";
import { accountRows, count } from "./entitlement-rows";

interface AskForPlanProps {
  plan: Plan;
  usage: Usage;
  askForPlan: FormAction<null>;
}

const loadRequestCheck = () => import("./validation").then(({ checkPlanRequest }) => checkPlanRequest);

export function AskForPlan({ plan, usage, askForPlan }: AskForPlanProps) {
  const [isOpen, setOpen] = useState(false);
  const { name } = entitlements[plan];
  const safe = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Request {name}</Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`Request ${name}?`}
        lead={<Lead plan={plan} usage={usage} />}
        firstFocus={safe}
      >
        <Differences plan={plan} usage={usage} />
        <AskForm plan={plan} askForPlan={askForPlan} close={close} safe={safe} />
      </Dialog>
    </>
  );
}

interface AskFormProps extends Omit<AskForPlanProps, "usage"> {
  close: () => void;
  safe: RefObject<HTMLButtonElement | null>;
}

function AskForm({ plan, askForPlan, close, safe }: AskFormProps) {
  const { name } = entitlements[plan];
  const { form, field, refusal, isBusy } = useForm({
    id: `ask-${plan}`,
    send: askForPlan,
    loadCheck: loadRequestCheck,
    onDone: () => {
      close();
      toast.done(`${name} requested.`);
    },
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="plan" value={plan} />
      <TextAreaField
        {...field("note")}
        label="Note (optional)"
        hint="What you need it for, and when. At most 500 characters."
      />
      <DialogActions>
        <Button ref={safe} onClick={close}>
          Cancel
        </Button>
        <SubmitButton isBusy={isBusy} busyWord="Sending" label={`Request ${name}`} />
      </DialogActions>
    </form>
  );
}

function Lead({ plan, usage }: Pick<AskForPlanProps, "plan" | "usage">) {
  const sentences = [
    "The operator of this service reviews your request. Nothing changes until they approve it.",
    ...(usage.openRequest === null
      ? []
      : [`It replaces your request for ${entitlements[usage.openRequest.plan].name}.`]),
    ...listConsequences(plan, usage),
  ];
  return sentences.map((sentence) => (
    <p key={sentence} className="not-first:mt-2">
      {sentence}
    </p>
  ));
}

function Differences({ plan, usage }: Pick<AskForPlanProps, "plan" | "usage">) {
  return (
    <table className="mt-4 w-full text-left text-small">
      <caption className="sr-only">What changes with {entitlements[plan].name}</caption>
      <thead>
        <tr className="border-b border-line text-ink-3">
          <td className="h-8 w-2/5" />
          <Th className="w-3/10 pr-3 font-medium">{entitlements[usage.plan].name}</Th>
          <Th className="font-medium">{entitlements[plan].name}</Th>
        </tr>
      </thead>
      <tbody>
        {listDifferences(usage.plan, plan).map(({ name, now, later }) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="py-1.5 pr-3 font-normal text-ink-3">
              {name}
            </th>
            <td className="py-1.5 pr-3 text-ink-2">{now}</td>
            <td className="py-1.5 font-medium">{later}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface OpenRequestProps {
  request: NonNullable<Usage["openRequest"]>;
  zone: string;
  withdraw: FormAction<null>;
}

export function OpenRequest({ request, zone, withdraw }: OpenRequestProps) {
  const { name } = entitlements[request.plan];
  const { form, refusal, isBusy } = useForm({
    id: "withdraw",
    send: withdraw,
    onDone: () => toast.done(`The request for ${name} is withdrawn.`),
  });
  return (
    <form {...form} className="flex flex-wrap items-center gap-x-6 gap-y-3 bg-canvas pr-4 max-md:pb-4">
      <div className="min-w-0 flex-1 basis-80">
        <Notice title={`You requested ${name} on ${formatDay(request.createdAt, zone)}`}>
          Your plan changes as soon as the operator approves your request. A new request replaces this one.
        </Notice>
      </div>
      <RefusalNote refusal={refusal} />
      <SubmitButton
        kind="secondary"
        isBusy={isBusy}
        busyWord="Withdrawing"
        className="max-md:ml-4"
        label="Withdraw request"
      />
    </form>
  );
}

function listDifferences(now: Plan, next: Plan): { name: string; now: string; later: string }[] {
  return accountRows
    .map(({ name, format }) => ({ name, now: format(entitlements[now]), later: format(entitlements[next]) }))
    .filter((row) => row.now !== row.later);
}

function listConsequences(plan: Plan, usage: Usage): string[] {
  const wanted = entitlements[plan];
  const has = entitlements[usage.plan];
  return [
    ...formatCodes(wanted, usage),
    ...formatPlaces(wanted, has),
    ...formatScans(wanted, usage),
    ...formatInterface(plan, usage),
  ];
}

function formatCodes({ name, codes, dynamicCodes, frames }: Entitlements, usage: Usage): string[] {
  const sentences: string[] = [];
  if (usage.codes.used > codes) {
    sentences.push(
      `You have ${count(usage.codes.used)} codes, and ${name} allows ${count(codes)}. All of them keep working, but you can't create new ones.`,
    );
  }
  if (dynamicCodes !== null && usage.dynamicCodes.used > dynamicCodes) {
    sentences.push("Your dynamic codes stay dynamic. New ones are static.");
  }
  if (entitlements[usage.plan].frames && !frames) {
    sentences.push("Codes that have a frame keep it. New frames are left out.");
  }
  return sentences;
}

function formatPlaces({ name, dashboard }: Entitlements, has: Entitlements): string[] {
  if (!has.dashboard || dashboard) return [];
  return [`${name} has no pages for codes and charts: you'd use the API.`];
}

function formatScans(
  { name, detailedScansPerMonth: limit, analytics }: Entitlements,
  usage: Usage,
): string[] {
  const month = usage.scans.used + usage.scans.capped;
  const sentences: string[] = [];
  if (limit !== null && month > limit) {
    sentences.push(
      `${name} keeps ${count(limit)} scans per month in detail, and you had ${count(month)} this month. Further scans are only counted. Every redirect keeps working.`,
    );
  }
  if (analytics === "daily" && entitlements[usage.plan].analytics !== "daily") {
    sentences.push(
      `${name} shows counts and a daily line. Places, devices and times aren't shown while you're on it.`,
    );
  }
  return sentences;
}

function formatInterface(plan: Plan, usage: Usage): string[] {
  const { name } = entitlements[plan];
  const sentences: string[] = [];
  if (hasApiAccess(usage.plan) && !hasApiAccess(plan) && usage.keys.used > 0) {
    sentences.push(`${name} has no API: your keys are kept, but refused while you're on it.`);
  }
  const loses = plansWithWebhooks.includes(usage.plan) && !plansWithWebhooks.includes(plan);
  if (loses && usage.webhooks.used > 0) {
    sentences.push(`${name} has no webhooks: yours are kept, but get no events while you're on it.`);
  }
  return sentences;
}
