"use client";

import { type RefObject, useRef, useState } from "react";
import type { ContentType } from "@/lib/content/schema";
import type { CreatedScans } from "@/lib/scans/schema";
import { Button } from "../ui/button";
import { countOf } from "../ui/counts";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextField } from "../ui/field";
import type { Answer, FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { say } from "../ui/say";
import { SelectField } from "../ui/select";
import { SubmitButton } from "../ui/submit-button";
import { moments, visitors } from "./choices";

interface ScansFormProps {
  /** Dynamic ones. */
  codes: readonly SandboxCode[];
  /** Named by the server: browsers name and order some otherwise. */
  countries: readonly { value: string; name: string }[];
  makeScans: SandboxActions["makeScans"];
}

const loadScansCheck = () => import("./validation").then(({ checkScans }) => checkScans);

/** Scans of a chosen code, as visitors of a kind would make them. */
export function ScansForm({ codes, countries, makeScans }: ScansFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "scans-form",
    send: makeScans,
    loadCheck: loadScansCheck,
    isOnce: true,
    onDone: (made) => say.done(sayMade(made)),
  });
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <SelectField
          {...field("qrCodeId")}
          label="Code"
          choices={codes.map(({ id, name, shortUrl }) => ({
            value: id,
            name: `${name} (${shortUrl?.split("/").at(-1)})`,
          }))}
        />
        <TextField
          {...field("count")}
          label="How many"
          inputMode="numeric"
          autoComplete="off"
          defaultValue="10"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField {...field("visitor")} label="Visitor" choices={visitors} />
        <SelectField
          {...field("country")}
          label="Country"
          choices={[{ value: "", name: "Not known" }, ...countries]}
        />
        <SelectField {...field("moment")} label="When" choices={moments} />
      </div>
      <div>
        <SubmitButton isBusy={isBusy} busyWord="Making">
          Make scans
        </SubmitButton>
      </div>
    </form>
  );
}

function sayMade({ created, excluded }: CreatedScans): string {
  if (excluded === 0) return `${countOf(created, "scan")} made.`;
  const others = `${countOf(excluded, "visit")} did not count: a bot's, or beyond the scans that the code allows.`;
  return created === 0 ? others : `${countOf(created, "scan")} made. ${others}`;
}

interface EmptySandboxProps {
  codes: number;
  empty: SandboxActions["empty"];
}

/** Deletes all codes of the sandbox, once that was asked. */
export function EmptySandbox({ codes, empty }: EmptySandboxProps) {
  const [isOpen, setOpen] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Empty the sandbox
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Empty the sandbox?"
        lead={`${codes === 1 ? "Its code is" : `All ${countOf(codes, "code")} are`} deleted for good, with every scan. Sandbox keys and webhooks stay.`}
        firstFocus={safe}
      >
        <EmptyForm codes={codes} empty={empty} safe={safe} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const loadCheck = async () => () => ({});

interface EmptyFormProps extends EmptySandboxProps {
  safe: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

function EmptyForm({ empty, safe, onClose }: EmptyFormProps) {
  const { form, refusal, isBusy } = useForm({
    id: "empty-sandbox",
    send: empty,
    loadCheck,
    onDone: (deleted) => {
      onClose();
      say.done(`The sandbox is empty: ${countOf(deleted, "code")} deleted.`);
    },
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <DialogActions>
        <Button ref={safe} onClick={onClose}>
          Keep them
        </Button>
        <SubmitButton kind="danger" isBusy={isBusy} busyWord="Deleting">
          Delete for good
        </SubmitButton>
      </DialogActions>
    </form>
  );
}

/** What the page asks of the server; each checks by itself whose sandbox it is. */
export interface SandboxActions {
  makeScans: FormAction<CreatedScans>;
  /** Sets a code aside for as long as Undo is offered. */
  deleteCode: (id: string) => Promise<Answer<{ until: string }>>;
  bringBack: (id: string) => Promise<Answer<null>>;
  /** Deletes every code; answers how many there were. */
  empty: FormAction<number>;
}

/** A code of the sandbox as the page shows it. */
export interface SandboxCode {
  id: string;
  name: string;
  type: ContentType;
  shortUrl: string | null;
  scanCount: number;
  createdAt: string;
  updatedAt: string;
}
