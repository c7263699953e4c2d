"use client";

import { Star, Trash2 } from "lucide-react";
import { type RefObject, useRef, useTransition } from "react";
import { Button } from "../ui/button";
import { ConfirmForm } from "../ui/confirm-dialog";
import { countOf } from "../ui/counts";
import { Dialog, type useDialogs } from "../ui/dialog";
import { TextField } from "../ui/field";
import type { Check } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { readFields } from "../ui/form/fields";
import { type MenuItem, MoreMenu, menuIcon } from "../ui/menu";
import { SelectField } from "../ui/select";
import { toast } from "../ui/toast";
import type { DomainActions, ShownDomain } from "./actions";
import { AddDomainForm } from "./domain-forms";

export type OpenDialog = { kind: "new" } | { kind: "delete"; domain: ShownDomain };

/** Where the codes of a deleted domain can go, as `deleteDomain` takes it. */
export interface MovePlace {
  value: string;
  name: string;
}

interface DomainDialogsProps {
  dialogs: ReturnType<typeof useDialogs<OpenDialog>>;
  actions: DomainActions;
  /** The service's host first, then each domain that takes codes. */
  places: readonly MovePlace[];
  onAdded: (added: { id: string }) => void;
  onDeleted: () => void;
}

export function DomainDialogs({ dialogs, actions, places, onAdded, onDeleted }: DomainDialogsProps) {
  const { dialog, isOpen, close, forget } = dialogs;
  const safeButton = useRef<HTMLButtonElement>(null);
  if (dialog === null) return null;
  if (dialog.kind === "new") {
    return (
      <Dialog isOpen={isOpen} onClose={close} onGone={forget} title="Add a domain">
        <div className="mt-4">
          <AddDomainForm
            id="new-domain"
            add={actions.add}
            onAdded={onAdded}
            wayOut={
              <Button shape="large" onClick={close}>
                Cancel
              </Button>
            }
          />
        </div>
      </Dialog>
    );
  }
  const { domain } = dialog;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      onGone={forget}
      title={`Delete “${domain.name}”?`}
      lead={describeDeletion(domain)}
      firstFocus={safeButton}
    >
      <DeleteForm
        {...{ domain, places, safeButton }}
        remove={actions.remove}
        onClose={close}
        onDone={onDeleted}
      />
    </Dialog>
  );
}

const isUsed = ({ codes, aliases }: ShownDomain): boolean => codes + aliases > 0;

function describeDeletion(domain: ShownDomain): string {
  if (!isUsed(domain)) return "No code uses it. You can add it again at any time, with a new TXT record.";
  const held = [
    ...(domain.codes > 0 ? [countOf(domain.codes, "code")] : []),
    ...(domain.aliases > 0 ? [countOf(domain.aliases, "earlier short link")] : []),
  ].join(" and ");
  return `It holds ${held}. Printed copies with ${domain.name} in their short link stop working once it is deleted here or its DNS records are removed. The codes themselves move and keep their targets and counts.`;
}

interface DeleteFormProps {
  domain: ShownDomain;
  places: readonly MovePlace[];
  remove: DomainActions["remove"];
  safeButton: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onDone: () => void;
}

function DeleteForm({ domain, places, remove, safeButton, onClose, onDone }: DeleteFormProps) {
  const { id, host, name } = domain;
  const check: Check = (data) => {
    const typed = (readFields(data).typed ?? "").trim().toLowerCase();
    return typed === host || typed === name.toLowerCase() ? {} : { typed: `Type “${name}” to delete it.` };
  };
  return (
    <ConfirmForm
      id="delete-domain"
      order="Delete for good"
      safe="Keep it"
      busyWord="Deleting"
      fields={{ id }}
      send={remove}
      {...(isUsed(domain) ? { loadCheck: async () => check } : {})}
      safeButton={safeButton}
      onClose={onClose}
      onDone={() => {
        onDone();
        toast.done(`“${name}” is deleted.`);
      }}
    >
      {(field) =>
        isUsed(domain) && (
          <>
            <SelectField
              {...field("moveTo")}
              label="Move its codes to"
              choices={places.filter(({ value }) => value !== id)}
              hint="All of them move, or none if one of their short links is taken there."
            />
            <TextField
              {...field("typed")}
              label={`Type ${name} to delete it`}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          </>
        )
      }
    </ConfirmForm>
  );
}

interface DomainMenuProps {
  domain: ShownDomain;
  makeDefault: (domain: ShownDomain) => void;
  onDelete: (domain: ShownDomain) => void;
}

export function DomainMenu({ domain, makeDefault, onDelete }: DomainMenuProps) {
  const canBeDefault = domain.isServed && !domain.isDefault && !domain.isOverLimit;
  const items: MenuItem[] = [
    ...(canBeDefault
      ? [{ name: "Make default", icon: <Star {...menuIcon} />, onChoose: () => makeDefault(domain) }]
      : []),
    {
      name: "Delete",
      icon: <Trash2 {...menuIcon} />,
      isDanger: true,
      isApart: canBeDefault,
      onChoose: () => onDelete(domain),
    },
  ];
  return <MoreMenu label={`Actions for ${domain.name}`} items={items} />;
}

/** New codes get the default domain unless another one is chosen. */
export function useMakeDefault(send: DomainActions["makeDefault"]) {
  const [, startTransition] = useTransition();
  return ({ id, name }: ShownDomain) =>
    startTransition(async () => {
      const data = new FormData();
      data.set("id", id);
      const answer = await callSafely(() => send(null, data));
      if (answer !== null && "refusal" in answer)
        toast.fault(answer.refusal.sentence ?? "The default domain wasn't changed.");
      else toast.done(`New codes get ${name} from now on.`);
    });
}
