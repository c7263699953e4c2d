"use client";

import type { ContentType } from "@/lib/content/schema";
import type { CreatedScans } from "@/lib/scans/schema";
import { SubmitButton } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { countOf } from "../ui/counts";
import { TextField } from "../ui/field";
import type { Answer, FormAction } from "../ui/form/answer";
import { RefusalNote, useForm } from "../ui/form/use-form";
import { SelectField } from "../ui/select";
import { toast } from "../ui/toast";
import { moments, visitors } from "./choices";

interface ScansFormProps {
  codes: readonly SandboxCode[];
  /** Named by the server: browsers name and order some otherwise. */
  countries: readonly { value: string; name: string }[];
  makeScans: SandboxActions["makeScans"];
}

const loadScansCheck = () => import("./validation").then(({ checkScans }) => checkScans);

export function ScansForm({ codes, countries, makeScans }: ScansFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "scans-form",
    send: makeScans,
    loadCheck: loadScansCheck,
    isOnce: true,
    onDone: (made) => toast.done(formatCreated(made)),
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
        <SubmitButton isBusy={isBusy} busyWord="Creating" label="Create scans" />
      </div>
    </form>
  );
}

function formatCreated({ created, excluded }: CreatedScans): string {
  if (excluded === 0) return `${countOf(created, "scan")} created.`;
  const others = `${countOf(excluded, "visit")} not counted: from a bot, or beyond the code's scan limit.`;
  return created === 0 ? others : `${countOf(created, "scan")} created. ${others}`;
}

export function EmptySandbox({ codes, empty }: { codes: number; empty: SandboxActions["empty"] }) {
  return (
    <ConfirmDialog
      id="empty-sandbox"
      label="Empty the sandbox"
      order="Delete for good"
      safe="Keep them"
      busyWord="Deleting"
      kind="danger"
      title="Empty the sandbox?"
      lead={`${codes === 1 ? "Its code is" : `All ${countOf(codes, "code")} are`} deleted for good, with every scan. Sandbox keys and webhooks stay.`}
      fields={{}}
      send={empty}
      onDone={(deleted) => toast.done(`The sandbox is empty: ${countOf(deleted, "code")} deleted.`)}
    />
  );
}

/** What the page asks of the server; each checks by itself whose sandbox it is. */
export interface SandboxActions {
  makeScans: FormAction<CreatedScans>;
  deleteCode: (id: string) => Promise<Answer<{ until: string }>>;
  restore: (id: string) => Promise<Answer<null>>;
  empty: FormAction<number>;
}

export interface SandboxCode {
  id: string;
  name: string;
  type: ContentType;
  shortUrl: string | null;
  scanCount: number;
  createdAt: string;
  updatedAt: string;
}
