"use client";

import { Pause, Pencil, Play, RotateCw, Send, Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, useRef, useTransition } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { IssuedWebhook, Webhook } from "@/lib/webhooks/schema";
import { Button, SubmitButton } from "../ui/button";
import { ConfirmForm } from "../ui/confirm-dialog";
import { Dialog, DialogActions, type useDialogs } from "../ui/dialog";
import { callSafely } from "../ui/form/call-safely";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { type MenuItem, MoreMenu, menuIcon } from "../ui/menu";
import { toast } from "../ui/toast";
import type { WebhookActions } from "./actions";
import { IssuedSecret, issuedLead } from "./issued-webhook";
import { TestForm } from "./send-test";
import { HiddenFields, NewWebhookForm, RotateSecretForm, WebhookFields } from "./webhook-forms";

const loadCheck = () => import("./validation").then(({ checkWebhook }) => checkWebhook);

export type OpenDialog =
  | { kind: "new" }
  | { kind: "edit" | "rotate" | "delete" | "test"; webhook: Webhook }
  | { kind: "issued"; issued: IssuedWebhook };

interface WebhookDialogsProps {
  dialogs: ReturnType<typeof useDialogs<OpenDialog>>;
  environment: Environment;
  actions: WebhookActions;
  /** After a deletion; without it the page stays. */
  onDeleted?: () => void;
}

export function WebhookDialogs(props: WebhookDialogsProps) {
  const { dialog, isOpen, close, forget } = props.dialogs;
  const safeButton = useRef<HTMLButtonElement>(null);
  if (dialog === null) return null;
  const { title, lead, body } = describe(dialog, props, safeButton);
  const asks = dialog.kind === "delete" || dialog.kind === "rotate";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      onGone={forget}
      title={title}
      {...(lead === undefined ? {} : { lead })}
      isWide={dialog.kind === "issued" || dialog.kind === "new" || dialog.kind === "edit"}
      isSticky={dialog.kind === "issued"}
      {...(asks ? { firstFocus: safeButton } : {})}
    >
      {body}
    </Dialog>
  );
}

interface Described {
  title: string;
  lead?: ReactNode;
  body: ReactNode;
}

function describe(
  dialog: OpenDialog,
  props: WebhookDialogsProps,
  safeButton: RefObject<HTMLButtonElement | null>,
): Described {
  const { dialogs, environment, actions } = props;
  const { close, show } = dialogs;
  if (dialog.kind === "new") {
    const create = (
      <NewWebhookForm
        id="new-webhook"
        create={actions.create}
        environment={environment}
        onIssued={(issued) => show({ kind: "issued", issued })}
        wayOut={
          <Button shape="large" onClick={close}>
            Cancel
          </Button>
        }
      />
    );
    return { title: "New webhook", body: <div className="mt-4">{create}</div> };
  }
  if (dialog.kind === "issued") {
    return {
      title: "Copy the secret now",
      lead: issuedLead,
      body: <IssuedSecret issued={dialog.issued} test={actions.test} onStored={close} />,
    };
  }
  return describeOne(dialog, props, safeButton);
}

function describeOne(
  { kind, webhook }: Extract<OpenDialog, { webhook: Webhook }>,
  { dialogs, actions, onDeleted }: WebhookDialogsProps,
  safeButton: RefObject<HTMLButtonElement | null>,
): Described {
  const { close, show } = dialogs;
  switch (kind) {
    case "edit":
      return {
        title: `Edit “${webhook.name}”`,
        body: <EditWebhookForm webhook={webhook} change={actions.change} onClose={close} />,
      };
    case "test":
      return {
        title: `Send “${webhook.name}” a test`,
        body: (
          <TestForm
            environment={webhook.environment}
            webhooks={[webhook]}
            test={actions.test}
            onClose={close}
          />
        ),
      };
    case "rotate":
      return {
        title: `Rotate the secret of “${webhook.name}”?`,
        lead: "It gets a new one. Name, address and events stay. Rotating again ends this overlap.",
        body: (
          <RotateSecretForm
            webhook={webhook}
            rotate={actions.rotate}
            safeButton={safeButton}
            onIssued={(issued) => show({ kind: "issued", issued })}
            onClose={close}
          />
        ),
      };
    case "delete":
      return {
        title: `Delete “${webhook.name}”?`,
        lead: "No more events are sent, and its delivery history is deleted too. To stop it for a while, pause it.",
        body: (
          <ConfirmForm
            id="delete-webhook"
            order="Delete for good"
            safe="Keep it"
            busyWord="Deleting"
            fields={{ environment: webhook.environment, id: webhook.id }}
            send={actions.remove}
            safeButton={safeButton}
            onClose={close}
            onDone={() => {
              (onDeleted ?? close)();
              toast.done(`“${webhook.name}” is deleted.`);
            }}
          />
        ),
      };
  }
}

interface EditWebhookFormProps {
  webhook: Webhook;
  change: WebhookActions["change"];
  onClose: () => void;
}

function EditWebhookForm({ webhook, change, onClose }: EditWebhookFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "edit-webhook",
    send: change,
    loadCheck,
    onDone: () => {
      onClose();
      toast.done("Webhook changed.");
    },
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <HiddenFields environment={webhook.environment} id={webhook.id} />
      <WebhookFields field={field} webhook={webhook} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton isBusy={isBusy} busyWord="Saving" label="Save changes" />
      </DialogActions>
    </form>
  );
}

interface WebhookMenuProps {
  webhook: Webhook;
  toggle: (webhook: Webhook) => void;
  open: (dialog: "edit" | "rotate" | "delete" | "test", webhook: Webhook) => void;
  /** What stands as buttons beside it is left out. */
  isShort?: boolean;
}

export function WebhookMenu({ webhook, toggle, open, isShort = false }: WebhookMenuProps) {
  const { isActive, name } = webhook;
  const beside: MenuItem[] = [
    ...(isActive
      ? [{ name: "Send a test", icon: <Send {...menuIcon} />, onChoose: () => open("test", webhook) }]
      : []),
    { name: "Edit", icon: <Pencil {...menuIcon} />, onChoose: () => open("edit", webhook) },
    {
      name: isActive ? "Pause" : "Resume",
      icon: isActive ? <Pause {...menuIcon} /> : <Play {...menuIcon} />,
      onChoose: () => toggle(webhook),
    },
  ];
  const items: MenuItem[] = [
    ...(isShort ? [] : beside),
    { name: "Rotate secret", icon: <RotateCw {...menuIcon} />, onChoose: () => open("rotate", webhook) },
    {
      name: "Delete",
      icon: <Trash2 {...menuIcon} />,
      isDanger: true,
      isApart: true,
      onChoose: () => open("delete", webhook),
    },
  ];
  return <MoreMenu label={`Actions for ${name}`} items={items} />;
}

export function useSwitch(setActive: WebhookActions["setActive"]) {
  const [isPending, startTransition] = useTransition();
  const toggle = ({ id, name, environment, isActive }: Webhook) =>
    startTransition(async () => {
      const data = new FormData();
      data.set("environment", environment);
      data.set("id", id);
      data.set("isActive", String(!isActive));
      const answer = await callSafely(() => setActive(null, data));
      if (answer !== null && "refusal" in answer) {
        toast.fault(answer.refusal.sentence ?? "The webhook wasn't changed.");
      } else if (isActive) toast.done(`“${name}” is paused. What happens meanwhile is not sent later.`);
      else toast.done(`“${name}” is active again and gets events from now on.`);
    });
  return { isPending, toggle };
}
