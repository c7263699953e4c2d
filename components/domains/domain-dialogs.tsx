"use client";

import { Star, StarOff, Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, useRef, useTransition } from "react";
import { Button, SubmitButton } from "../ui/button";
import { ConfirmForm } from "../ui/confirm-dialog";
import { countOf } from "../ui/counts";
import { Dialog, type useDialogs } from "../ui/dialog";
import { TextField } from "../ui/field";
import { type Check, readFields } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { type MenuItem, MoreMenu, menuIcon } from "../ui/menu";
import { SelectField } from "../ui/select";
import { toast } from "../ui/toast";
import type { DomainActions, ShownDomain } from "./actions";
import { takesCodes } from "./domain-status";
import { checkAddresses, checkHost } from "./messages";

export type OpenDialog = { kind: "new" } | { kind: "delete"; domain: ShownDomain };

interface DomainDialogsProps {
  dialogs: ReturnType<typeof useDialogs<OpenDialog>>;
  actions: DomainActions;
  /** As the page has them now: a dialog that is open follows what changes. */
  domains: readonly ShownDomain[];
  onAdded: (added: { id: string }) => void;
  onDeleted: () => void;
}

export function DomainDialogs({ dialogs, actions, domains, onAdded, onDeleted }: DomainDialogsProps) {
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
  const domain = domains.find(({ id }) => id === dialog.domain.id) ?? dialog.domain;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      onGone={forget}
      title={`Delete “${domain.name}”?`}
      lead={describeDeletion(domain)}
      firstFocus={safeButton}
    >
      <DeleteForm {...{ domain, safeButton }} remove={actions.remove} onClose={close} onDone={onDeleted} />
    </Dialog>
  );
}

interface AddDomainFormProps {
  id: string;
  add: DomainActions["add"];
  onAdded: (added: { id: string }) => void;
  wayOut?: ReactNode;
}

const loadHostCheck = async () => checkHost;

export function AddDomainForm({ id, add, onAdded, wayOut }: AddDomainFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id,
    send: add,
    loadCheck: loadHostCheck,
    isOnce: true,
    onDone: onAdded,
  });
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <TextField
        {...field("host")}
        label="Host name"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="go.example.com"
        hint="A host that no website uses yet, usually a subdomain of your own domain."
      />
      <div
        className={`mt-2 flex flex-wrap items-center gap-2 max-md:flex-col-reverse max-md:items-stretch ${wayOut === undefined ? "" : "justify-end"}`}
      >
        {wayOut}
        <SubmitButton isBusy={isBusy} busyWord="Adding" shape="large" label="Add domain" />
      </div>
    </form>
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
  remove: DomainActions["remove"];
  safeButton: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onDone: () => void;
}

function DeleteForm({ domain, remove, safeButton, onClose, onDone }: DeleteFormProps) {
  const { id, host, name, places } = domain;
  const check: Check = (data) => {
    const filled = readFields(data).typed;
    // Asked for only while codes use it, which can change while the dialog is open.
    if (filled === undefined) return {};
    const typed = filled.trim().toLowerCase();
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
      loadCheck={async () => check}
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
              choices={places}
              hint="All of them move, or none if one of their short links is taken there. Earlier short links that are taken or not allowed there end."
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

type SetDefault = (domain: ShownDomain, isDefault: boolean) => void;

interface DomainMenuProps {
  domain: ShownDomain;
  setDefault: SetDefault;
  onDelete: (domain: ShownDomain) => void;
}

export function DomainMenu({ domain, setDefault, onDelete }: DomainMenuProps) {
  const choice = chooseDefault(domain, setDefault);
  const deletion: MenuItem = {
    name: "Delete",
    icon: <Trash2 {...menuIcon} />,
    isDanger: true,
    isApart: choice.length > 0,
    onChoose: () => onDelete(domain),
  };
  const items = domain.suspended ? choice : [...choice, deletion];
  if (items.length === 0) return null;
  return <MoreMenu label={`Actions for ${domain.name}`} items={items} />;
}

function chooseDefault(domain: ShownDomain, setDefault: SetDefault): MenuItem[] {
  if (domain.isDefault) {
    const onChoose = () => setDefault(domain, false);
    return [{ name: "Stop using as default", icon: <StarOff {...menuIcon} />, onChoose }];
  }
  if (!takesCodes(domain)) return [];
  return [{ name: "Use as default", icon: <Star {...menuIcon} />, onChoose: () => setDefault(domain, true) }];
}

/** New codes get the default domain unless another one is chosen; without one, the service's host. */
export function useSetDefault(send: DomainActions["setDefault"]): SetDefault {
  const [, startTransition] = useTransition();
  return ({ id, name }, isDefault) =>
    startTransition(async () => {
      const data = new FormData();
      data.set("id", id);
      data.set("isDefault", String(isDefault));
      const answer = await callSafely(() => send(null, data));
      if (answer !== null && "refusal" in answer)
        toast.fault(answer.refusal.sentence ?? "The default domain wasn't changed.");
      else if (isDefault) toast.done(`New codes get ${name} from now on.`);
      else toast.done(`${name} isn't the default any more.`);
    });
}

const loadAddressCheck = async () => checkAddresses;

/** Where visitors go whom no code takes further. */
export function AddressesForm({ domain, change }: { domain: ShownDomain; change: DomainActions["change"] }) {
  const { form, field, refusal, isBusy } = useForm({
    id: "addresses",
    send: change,
    loadCheck: loadAddressCheck,
    onDone: () => toast.done("Addresses saved."),
  });
  const address = { type: "url", inputMode: "url", autoComplete: "off", spellCheck: false } as const;
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="id" value={domain.id} />
      <TextField
        {...field("rootUrl")}
        {...address}
        label="Start page"
        defaultValue={domain.rootUrl ?? ""}
        placeholder="https://example.com/"
        hint={`Opens for https://${domain.name}/.`}
      />
      <TextField
        {...field("notFoundUrl")}
        {...address}
        label="Unknown short links"
        defaultValue={domain.notFoundUrl ?? ""}
        placeholder="https://example.com/not-found"
        hint="Opens for a short link that no code has."
      />
      <TextField
        {...field("expiredUrl")}
        {...address}
        label="Ended codes"
        defaultValue={domain.expiredUrl ?? ""}
        placeholder="https://example.com/ended"
        hint="Opens for codes that are off, expired or used up, unless a code has its own address for that."
      />
      <div>
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Saving" label="Save addresses" />
      </div>
    </form>
  );
}
