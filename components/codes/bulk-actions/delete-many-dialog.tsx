"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import type { SelectedCode } from "@/lib/codes/schema";
import { Button, SubmitButton } from "../../ui/button";
import { countOf, formatCount } from "../../ui/counts";
import { Dialog, DialogActions } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import type { Answer, Refusal } from "../../ui/form/answer";
import { callSafely, useAnswer } from "../../ui/form/call-safely";
import { RefusalNote } from "../../ui/form/refusal-note";
import { toast } from "../../ui/toast";
import type { ManyActions } from "../actions";
import { useDeletedToast } from "../use-deleted-toast";

/** From so many scans of a week on their number is typed. */
const busyWeekScans = 100;

interface DeleteManyDialogProps {
  ids: readonly string[];
  isOpen: boolean;
  actions: ManyActions;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** What deleting them means: the codes, and their scans of the last seven days; null where that can't be told. */
interface Stake {
  codes: SelectedCode[];
  scans: number | null;
}

export function DeleteManyDialog({ ids, isOpen, actions, onClose, onDeleted }: DeleteManyDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const { data: stake, refusal } = useAnswer(() => readStake(actions, ids));
  const count = stake?.codes.length ?? ids.length;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${countOf(count, "code")}?`}
      lead={
        <p aria-live="polite">{stake === undefined ? "Counting this week's scans." : formatLoss(stake)}</p>
      }
      firstFocus={safe}
    >
      <DeleteManyForm {...{ stake, refusal, actions, onClose, onDeleted, safe }} />
    </Dialog>
  );
}

async function readStake(actions: ManyActions, ids: readonly string[]): Promise<Answer<Stake>> {
  const codes = await actions.describeCodes(ids);
  if (codes === null || "refusal" in codes) return codes;
  const dynamic = codes.done.filter(({ isDynamic }) => isDynamic).map(({ id }) => id);
  if (dynamic.length === 0) return { done: { codes: codes.done, scans: 0 } };
  const scans = await actions.countWeekOfCodes(dynamic).catch(() => null);
  const known = scans !== null && "done" in scans ? scans.done : null;
  return { done: { codes: codes.done, scans: known } };
}

function formatLoss({ codes, scans }: Stake): string {
  const dynamic = codes.filter(({ isDynamic }) => isDynamic).length;
  const statics = codes.length - dynamic;
  if (codes.length === 0) return "They're already deleted.";
  const kept =
    statics === 0
      ? ""
      : ` ${formatCount(statics)} ${statics === 1 ? "is" : "are"} static: printed copies keep their content.`;
  if (dynamic === 0) return kept.trim();
  const week =
    scans === null
      ? "This week's scans aren't available right now."
      : scans === 0
        ? "They were not scanned this week."
        : `Together they were scanned ${scans === 1 ? "once" : `${formatCount(scans)} times`} this week.`;
  return `${week} ${formatCount(dynamic)} ${dynamic === 1 ? "is" : "are"} dynamic: every printed copy of ${dynamic === 1 ? "it" : "them"} will open a page that says the code is gone.${kept}`;
}

interface DeleteManyFormProps {
  stake: Stake | undefined;
  refusal: Refusal | null;
  actions: ManyActions;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
  safe: React.RefObject<HTMLButtonElement | null>;
}

/** The safe answer first; codes that many scan, or of which that can't be told, want their number typed. */
function DeleteManyForm({ stake, refusal, actions, onClose, onDeleted, safe }: DeleteManyFormProps) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const showDeleted = useDeletedToast();
  const count = stake?.codes.length ?? 0;
  const isNumberAsked = stake !== undefined && (stake.scans === null || stake.scans >= busyWeekScans);
  const isCounting = stake === undefined && refusal === null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || stake === undefined || count === 0) return;
    if (isNumberAsked && typed.replaceAll(/[\s,.]/g, "") !== String(count)) {
      return setFault(`Type ${count} to delete them.`);
    }
    setBusy(true);
    const ids = stake.codes.map(({ id }) => id);
    const answer = await callSafely(() => actions.deleteManyCodes(ids));
    setBusy(false);
    if (answer === null) return;
    if ("refusal" in answer) return setRefused(answer.refusal);
    onClose();
    onDeleted(ids);
    const { ids: deleted, until } = answer.done;
    const restore = () => actions.restoreMany(deleted);
    showDeleted({ ...describeDeleted(deleted, count), until, restore });
    router.refresh();
    document.getElementById("main")?.focus();
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
      <RefusalNote refusal={refused ?? refusal} />
      {isNumberAsked && (
        <TextField
          id="delete-many-count"
          label={`Type their number, ${count}, to delete them`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          fault={fault}
          onChange={(event) => {
            setTyped(event.target.value);
            setFault(undefined);
          }}
        />
      )}
      <DialogActions>
        <Button ref={safe} onClick={onClose}>
          Keep them
        </Button>
        {(isCounting || count > 0) && (
          <SubmitButton
            kind="danger"
            isBusy={isBusy || isCounting}
            busyWord={isCounting ? "Counting" : "Deleting"}
            label="Delete for good"
          />
        )}
      </DialogActions>
    </form>
  );
}

/** The words for codes that are deleted and, after one Undo for all, restored. */
function describeDeleted(ids: readonly string[], requested: number) {
  const before = requested - ids.length;
  const rest = before > 0 ? ` ${formatCount(before)} already deleted.` : "";
  return {
    message: `${countOf(ids.length, "code")} deleted.${rest}`,
    notRestored: "The codes weren't restored.",
    onRestored: (restored: number) => {
      const missing = ids.length - restored;
      if (missing === 0)
        toast.done(`${countOf(ids.length, "code")} ${ids.length === 1 ? "is" : "are"} restored.`);
      else
        toast.fault(
          `${countOf(restored, "code")} restored; ${formatCount(missing)} already permanently deleted.`,
        );
    },
  };
}
