"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ContentType } from "@/lib/content/schema";
import type { CreatedScans } from "@/lib/scans/schema";
import { CodeThumb } from "../codes/code-thumb";
import { TypeIcon } from "../codes/type-icon";
import { typeNames } from "../codes/type-names";
import { Button, SubmitButton } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { countOf } from "../ui/counts";
import { dayMs, formatShortDay } from "../ui/dates";
import { TextField } from "../ui/field";
import type { Answer, FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { SelectField } from "../ui/select";
import { Th } from "../ui/table";
import { showUndo, toast } from "../ui/toast";
import { moments, visitors } from "./choices";

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

interface CodeRowsProps {
  codes: readonly SandboxCode[];
  keptDays: number;
  zone: string;
  actions: Pick<SandboxActions, "deleteCode" | "restore">;
}

const head = "h-9 pr-4 font-medium whitespace-nowrap";
const cell = "max-lg:hidden py-2 pr-4";

/** The codes of the sandbox, the newest first; on small screens what is hidden is told below the name. */
export function CodeRows({ codes, keptDays, zone, actions }: CodeRowsProps) {
  return (
    <table className="w-full text-left text-small">
      <caption className="sr-only">Sandbox codes, newest first</caption>
      <thead className="max-lg:sr-only">
        <tr className="border-b border-line text-ink-3">
          <Th className={`page-start ${head}`}>Code</Th>
          <Th className={head}>Type</Th>
          <Th className={head}>Short link</Th>
          <Th className={`${head} text-right`}>Scans</Th>
          <Th className={head}>Deleted on</Th>
          <Th className="page-end w-0">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => (
          <CodeRow
            key={code.id}
            code={code}
            goesOn={formatShortDay(
              new Date(Date.parse(code.createdAt) + keptDays * dayMs).toISOString(),
              zone,
            )}
            actions={actions}
          />
        ))}
      </tbody>
    </table>
  );
}

interface CodeRowProps {
  code: SandboxCode;
  goesOn: string;
  actions: CodeRowsProps["actions"];
}

function CodeRow({ code, goesOn, actions }: CodeRowProps) {
  const { name, type, shortUrl, scanCount } = code;
  const link = shortUrl?.replace(/^https?:\/\//, "");
  const scans = shortUrl === null ? "Static, not counted" : countOf(scanCount, "scan");
  return (
    <tr className="border-b border-line">
      <th scope="row" className="page-start h-15 min-w-0 py-2 pr-4 font-normal">
        <span className="flex min-w-0 items-center gap-3">
          <CodeThumb code={{ ...code, isSandbox: true }} size={44} isSilent isLazy />
          <span className="min-w-0">
            <span className="text-body font-medium [overflow-wrap:anywhere]">{name}</span>
            <span className="mt-0.5 block text-ink-3 lg:hidden">
              {typeNames[type]} · {scans} · deleted on {goesOn}
              {shortUrl !== null && <ShortLink href={shortUrl} text={link ?? ""} />}
            </span>
          </span>
        </span>
      </th>
      <td className={`${cell} whitespace-nowrap text-ink-2`}>
        <span className="flex items-center gap-2">
          <TypeIcon type={type} size={14} />
          {typeNames[type]}
        </span>
      </td>
      <td className={cell}>{shortUrl !== null && <ShortLink href={shortUrl} text={link ?? ""} />}</td>
      <td className={`${cell} text-right whitespace-nowrap`}>
        {shortUrl === null ? (
          <span className="text-ink-3">Static, not counted</span>
        ) : (
          <span className="font-medium">{scanCount.toLocaleString("en-GB")}</span>
        )}
      </td>
      <td className={`${cell} whitespace-nowrap text-ink-2`}>{goesOn}</td>
      <td className="page-end py-2 text-right align-middle">
        <DeleteButton code={code} actions={actions} />
      </td>
    </tr>
  );
}

function ShortLink({ href, text }: { href: string; text: string }) {
  return (
    <a
      className="link block w-fit font-mono text-mono [overflow-wrap:anywhere] touch:py-3.5"
      href={href}
      target="_blank"
      rel="noreferrer"
    >
      {text}
    </a>
  );
}

function DeleteButton({
  code: { id, name },
  actions: { deleteCode, restore },
}: Omit<CodeRowProps, "goesOn">) {
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    const answer = await restore(id);
    if (answer !== null && "refusal" in answer) {
      toast.fault(answer.refusal.sentence ?? "The code wasn't restored.");
      return;
    }
    router.refresh();
    toast.done(`“${name}” is restored.`);
  };
  const remove = async () => {
    if (isBusy) return;
    setBusy(true);
    const answer = await deleteCode(id).catch(() => null);
    setBusy(false);
    if (answer === null) toast.fault("The connection dropped. Check whether the code was deleted.");
    else if ("refusal" in answer) toast.fault(answer.refusal.sentence ?? "The code wasn't deleted.");
    else {
      router.refresh();
      showUndo(`“${name}” is deleted.`, undo, answer.done.until);
    }
  };
  return (
    <Button
      kind="ghost"
      shape="icon"
      aria-label={`Delete “${name}”`}
      aria-disabled={isBusy || undefined}
      onClick={remove}
    >
      <Trash2 size={16} strokeWidth={1.6} aria-hidden />
    </Button>
  );
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
