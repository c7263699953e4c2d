"use client";

import { type ReactNode, type RefObject, useRef } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { ApiKeyResource, IssuedApiKey } from "@/lib/api-keys/schema";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import type { KeyActions } from "./actions";
import { DeleteKeyForm } from "./delete-key-form";
import { EditKeyForm } from "./edit-key-form";
import { IssuedKey, issuedLead } from "./issued-key";
import { NewKeyForm } from "./new-key-form";
import { RotateKeyForm } from "./rotate-key-form";

/** Which dialog stands over the page, and what it is about. */
export type OpenDialog =
  | { kind: "new" }
  | { kind: "edit" | "rotate" | "delete"; key: ApiKeyResource }
  | { kind: "issued"; issued: IssuedApiKey };

interface KeyDialogsProps {
  /** Kept while it closes, so that it does not go blank on its way out. */
  dialog: OpenDialog | null;
  isOpen: boolean;
  environment: Environment;
  maxRateLimit: number;
  baseUrl: string;
  actions: KeyActions;
  show: (dialog: OpenDialog) => void;
  close: () => void;
  /** The dialog is gone, and what it held may be forgotten. */
  forget: () => void;
}

/** Every dialog of the page: one at a time. */
export function KeyDialogs(props: KeyDialogsProps) {
  const { dialog, isOpen, close, forget } = props;
  const safeButton = useRef<HTMLButtonElement>(null);
  if (dialog === null) return null;
  const { title, lead, body } = describe(dialog, props, safeButton);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      onGone={forget}
      title={title}
      {...(lead === undefined ? {} : { lead })}
      isWide={dialog.kind === "issued" || dialog.kind === "new"}
      isSticky={dialog.kind === "issued"}
      {...(dialog.kind === "delete" || dialog.kind === "rotate" ? { firstFocus: safeButton } : {})}
    >
      {body}
    </Dialog>
  );
}

function describe(
  dialog: OpenDialog,
  { environment, maxRateLimit, baseUrl, actions, show, close }: KeyDialogsProps,
  safeButton: RefObject<HTMLButtonElement | null>,
): { title: string; lead?: ReactNode; body: ReactNode } {
  const showIssued = (issued: IssuedApiKey) => show({ kind: "issued", issued });
  switch (dialog.kind) {
    case "new":
      return {
        title: "New key",
        body: <NewKey {...{ environment, maxRateLimit, actions, close }} onIssued={showIssued} />,
      };
    case "issued":
      return {
        title: "Copy the key now",
        lead: issuedLead,
        body: <IssuedKey issued={dialog.issued} baseUrl={baseUrl} onStored={close} />,
      };
    case "edit":
      return {
        title: `Edit “${dialog.key.name}”`,
        body: (
          <EditKeyForm
            apiKey={dialog.key}
            change={actions.change}
            maxRateLimit={maxRateLimit}
            onClose={close}
          />
        ),
      };
    case "rotate":
      return {
        title: `Rotate “${dialog.key.name}”?`,
        lead: "It gets a new value. Name, rights and limit stay.",
        body: (
          <RotateKeyForm
            apiKey={dialog.key}
            rotate={actions.rotate}
            safeButton={safeButton}
            onIssued={showIssued}
            onClose={close}
          />
        ),
      };
    case "delete":
      return {
        title: `Delete “${dialog.key.name}”?`,
        lead: "Whatever uses it is refused from its next request on. Codes that it made stay.",
        body: (
          <DeleteKeyForm
            apiKey={dialog.key}
            remove={actions.remove}
            safeButton={safeButton}
            onClose={close}
          />
        ),
      };
  }
}

type NewKeyProps = Pick<KeyDialogsProps, "environment" | "maxRateLimit" | "actions" | "close"> & {
  onIssued: (issued: IssuedApiKey) => void;
};

function NewKey({ environment, maxRateLimit, actions, close, onIssued }: NewKeyProps) {
  return (
    <div className="mt-4">
      <NewKeyForm
        id="new-key"
        create={actions.create}
        environment={environment}
        maxRateLimit={maxRateLimit}
        onIssued={onIssued}
        wayOut={
          <Button shape="large" onClick={close}>
            Cancel
          </Button>
        }
      />
    </div>
  );
}
