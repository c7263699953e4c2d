"use client";

import type { ReactNode } from "react";
import { SubmitButton } from "../ui/button";
import { TextField } from "../ui/field";
import { RefusalNote, useForm } from "../ui/form/use-form";
import { toast } from "../ui/toast";
import type { DomainActions, ShownDomain } from "./actions";
import { checkAddresses, checkHost } from "./messages";

interface AddDomainFormProps {
  id: string;
  add: DomainActions["add"];
  onAdded: (added: { id: string }) => void;
  wayOut?: ReactNode;
}

const loadHostCheck = async () => checkHost;
const loadAddressCheck = async () => checkAddresses;

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
