"use client";

import { type ReactNode, type RefObject, useId, useRef } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { ApiKeyResource, IssuedApiKey } from "@/lib/api-keys/schema";
import { Button } from "../ui/button";
import { ConfirmForm } from "../ui/confirm-dialog";
import { CopyField } from "../ui/copy-field";
import { formatDay, formatMoment } from "../ui/dates";
import { Dialog, DialogActions } from "../ui/dialog";
import type { FormAction } from "../ui/form/answer";
import { SelectField } from "../ui/select";
import { toast } from "../ui/toast";
import { CurlBlock, writeListCommand } from "./curl-block";
import { EditKeyForm, type KeyActions, NewKeyForm, permissionLabels } from "./key-form";

const graces = [
  { value: "0", name: "It ends immediately" },
  { value: "3600", name: "An hour" },
  { value: "86400", name: "A day" },
  { value: "604800", name: "7 days" },
] as const;

export type OpenDialog =
  | { kind: "new" }
  | { kind: "edit" | "rotate" | "delete"; key: ApiKeyResource }
  | { kind: "issued"; issued: IssuedApiKey };

interface KeyDialogsProps {
  dialog: OpenDialog | null;
  isOpen: boolean;
  environment: Environment;
  maxRateLimit: number;
  baseUrl: string;
  actions: KeyActions;
  show: (dialog: OpenDialog) => void;
  close: () => void;
  forget: () => void;
}

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
        lead: "It gets a new value. Name, permissions and limit stay.",
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
        lead: "Requests with this key fail immediately. Codes it created are kept.",
        body: (
          <ConfirmForm
            id="delete-key"
            order="Delete for good"
            safe="Keep it"
            busyWord="Deleting"
            fields={{ id: dialog.key.id }}
            send={actions.remove}
            safeButton={safeButton}
            onClose={close}
            onDone={() => {
              close();
              toast.done(`“${dialog.key.name}” is deleted.`);
            }}
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

interface RotateKeyFormProps {
  apiKey: ApiKeyResource;
  rotate: FormAction<IssuedApiKey>;
  safeButton: RefObject<HTMLButtonElement | null>;
  onIssued: (issued: IssuedApiKey) => void;
  onClose: () => void;
}

function RotateKeyForm({ apiKey, rotate, safeButton, onIssued, onClose }: RotateKeyFormProps) {
  return (
    <ConfirmForm
      id="rotate-key"
      kind="primary"
      order="Rotate key"
      safe="Cancel"
      busyWord="Rotating"
      fields={{ id: apiKey.id }}
      send={rotate}
      isOnce
      safeButton={safeButton}
      onClose={onClose}
      onDone={onIssued}
    >
      {(field) => (
        <SelectField
          {...field("graceSeconds")}
          label="The current value works for"
          choices={graces}
          defaultValue="86400"
          hint="Replace the value everywhere you use it within this time."
        />
      )}
    </ConfirmForm>
  );
}

interface IssuedKeyProps {
  issued: IssuedApiKey;
  baseUrl: string;
  onStored: () => void;
}

function IssuedKey({ issued, baseUrl, onStored }: IssuedKeyProps) {
  const id = useId();
  const { previousKeyExpiresAt: graceEnd } = issued;
  return (
    <div className="mt-5 grid gap-5">
      <CopyField id={id} label={issued.name} text={issued.apiKey} />
      {graceEnd !== undefined && (
        <p className="text-small text-ink-2">The old value also works until {formatMoment(graceEnd)} UTC.</p>
      )}
      <KeyFacts apiKey={issued} />
      <CurlBlock label="Try it" command={writeListCommand(baseUrl, issued.apiKey, issued.permissions)} />
      <DialogActions note="Lost it? Rotate the key.">
        <Button shape="large" onClick={onStored}>
          I've stored it
        </Button>
      </DialogActions>
    </div>
  );
}

const issuedLead =
  "This is the only time it's shown. We keep only a fingerprint, so nobody can read it back, not even us.";

function KeyFacts({ apiKey }: { apiKey: ApiKeyResource }) {
  const held = permissionLabels.filter(({ permission }) => apiKey.permissions.includes(permission));
  const facts = [
    ...held.map(({ permission, words }) => ({ term: permission, words, isCode: true })),
    { term: "Limit", words: `${apiKey.rateLimit.toLocaleString("en-GB")} requests per hour`, isCode: false },
    {
      term: "Expires",
      words: apiKey.expiresAt === null ? "Never" : formatDay(apiKey.expiresAt),
      isCode: false,
    },
  ];
  return (
    <dl>
      {facts.map(({ term, words, isCode }) => (
        <div key={term} className="flex gap-x-4 border-t border-line py-2.5 max-sm:flex-col">
          <dt className={`w-32 shrink-0 text-ink-3 ${isCode ? "font-mono text-mono" : "text-small"}`}>
            {term}
          </dt>
          <dd className="min-w-0">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
