"use client";

import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import type { ListingChange, SelectedCode } from "@/lib/codes/schema";
import { maxTagsOfCode, normaliseTag, sortTags } from "@/lib/platform/tags";
import { Button, SubmitButton } from "../../ui/button";
import { countOf } from "../../ui/counts";
import { Dialog, DialogActions } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { useAnswer } from "../../ui/form/call-safely";
import { RefusalNote } from "../../ui/form/refusal-note";
import { SelectField } from "../../ui/select";
import { SkeletonText } from "../../ui/skeleton";
import type { ManyActions } from "../actions";
import { describeTagFault } from "../tag-words";
import { nothingLeftOut } from "./run";
import { RunView, useReplaced, useRun } from "./run-view";

export type ListingWork = "tag" | "untag" | "archive" | "unarchive";

interface ListingDialogProps {
  work: ListingWork;
  ids: readonly string[];
  isOpen: boolean;
  actions: ManyActions;
  onClose: () => void;
  /** Codes that left the list. */
  onMoved: (ids: readonly string[]) => void;
}

/** Adds or removes a tag of many codes, or moves them into the archive or out of it. */
export function ListingDialog({ work, ids, isOpen, actions, onClose, onMoved }: ListingDialogProps) {
  const { data: codes, refusal } = useAnswer(() => actions.describeCodes(ids));
  const [change, setChange] = useState<ListingChange>(startOf(work));
  const safeButton = useRef<HTMLButtonElement>(null);
  const run = useRun<SelectedCode>({
    what: formatWork(change),
    actions,
    send: (lot) =>
      actions.relistCodes(
        lot.map(({ id }) => id),
        change,
      ),
    back: (changed) => ({ kind: "listing", list: changed.flatMap(({ listing }) => listing ?? []) }),
    onChanged(moved) {
      if ("archived" in change) onMoved(moved);
    },
    onDone: onClose,
  });
  const start = (next: ListingChange) => {
    const moved = (codes ?? []).filter((code) => !isDone(code, next));
    void run.start(moved, { ...nothingLeftOut, same: (codes?.length ?? 0) - moved.length });
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={run.state.phase === "running" ? run.stop : onClose}
      isSticky
      title={titles[work](countOf(codes?.length ?? ids.length, "code"))}
      lead={run.state.phase === "idle" && leads[work]}
      {...("archived" in change ? { firstFocus: safeButton } : {})}
    >
      <RefusalNote refusal={refusal} />
      {run.state.phase !== "idle" ? (
        <RunView run={run} onClose={onClose} />
      ) : codes === undefined ? (
        refusal === null && <SkeletonText className="mt-4 w-60" />
      ) : (
        <ListingForm
          {...{ work, codes, change, actions, safeButton, onClose }}
          onChange={setChange}
          onStart={() => start(change)}
        />
      )}
    </Dialog>
  );
}

const titles: Record<ListingWork, (codes: string) => string> = {
  tag: (codes) => `Add a tag to ${codes}`,
  untag: (codes) => `Remove a tag from ${codes}`,
  archive: (codes) => `Archive ${codes}?`,
  unarchive: (codes) => `Unarchive ${codes}?`,
};

const leads: Record<ListingWork, ReactNode> = {
  tag: `A code has at most ${maxTagsOfCode} tags.`,
  untag: "Only codes that have the tag are changed.",
  archive: "Archived codes leave the list. Their short links keep working and their scans are counted.",
  unarchive: "They return to the list of codes.",
};

function startOf(work: ListingWork): ListingChange {
  if (work === "tag") return { addTag: "" };
  if (work === "untag") return { removeTag: "" };
  return { archived: work === "archive" };
}

function formatWork(change: ListingChange): string {
  if ("addTag" in change) return `Add the tag “${normaliseTag(change.addTag)}”.`;
  if ("removeTag" in change) return `Remove the tag “${change.removeTag}”.`;
  return change.archived ? "Archive." : "Unarchive.";
}

function isDone({ tags, isArchived }: SelectedCode, change: ListingChange): boolean {
  if ("addTag" in change) return tags.includes(normaliseTag(change.addTag));
  if ("removeTag" in change) return !tags.includes(change.removeTag);
  return isArchived === change.archived;
}

interface ListingFormProps extends Pick<ListingDialogProps, "work" | "actions" | "onClose"> {
  safeButton: RefObject<HTMLButtonElement | null>;
  codes: readonly SelectedCode[];
  change: ListingChange;
  onChange: (change: ListingChange) => void;
  onStart: () => void;
}

const verbs: Record<ListingWork, string> = {
  tag: "Add tag",
  untag: "Remove tag",
  archive: "Archive",
  unarchive: "Unarchive",
};

function ListingForm(props: ListingFormProps) {
  const { work, codes, change, actions, safeButton, onChange, onStart, onClose } = props;
  const [fault, setFault] = useState<string>();
  const replaced = useReplaced();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = judge(change, codes);
    if (found === null) onStart();
    else setFault(found);
  };
  const set = (next: ListingChange) => {
    setFault(undefined);
    onChange(next);
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
      {"addTag" in change && (
        <TagField
          value={change.addTag}
          fault={fault}
          actions={actions}
          onChange={(addTag) => set({ addTag })}
        />
      )}
      {"removeTag" in change && (
        <SelectField
          id="many-untag"
          label="Tag"
          fault={fault}
          value={change.removeTag}
          choices={listTagChoices(codes)}
          onChange={({ target }) => set({ removeTag: target.value })}
        />
      )}
      {"archived" in change && fault !== undefined && <RefusalNote refusal={{ sentence: fault }} />}
      <DialogActions note={replaced}>
        <Button ref={safeButton} onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton isBusy={false} busyWord="Changing" label={verbs[work]} />
      </DialogActions>
    </form>
  );
}

interface TagFieldProps {
  value: string;
  fault: string | undefined;
  actions: Pick<ManyActions, "listFilterTags">;
  onChange: (tag: string) => void;
}

/** Suggests tags of the account by the browser's own list. */
function TagField({ value, fault, actions, onChange }: TagFieldProps) {
  const { data: tags } = useAnswer(actions.listFilterTags);
  return (
    <>
      <TextField
        id="many-tag"
        label="Tag"
        list="many-tag-names"
        autoComplete="off"
        value={value}
        fault={fault}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id="many-tag-names">
        {tags?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function listTagChoices(codes: readonly SelectedCode[]): { value: string; name: string }[] {
  const counts = new Map<string, number>();
  for (const tag of codes.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const names = sortTags([...counts.keys()]);
  return [
    { value: "", name: counts.size === 0 ? "No selected code has a tag" : "Choose a tag" },
    ...names.map((value) => ({ value, name: `${value} (${countOf(counts.get(value) ?? 0, "code")})` })),
  ];
}

/** What keeps the change from starting; null: nothing. */
function judge(change: ListingChange, codes: readonly SelectedCode[]): string | null {
  if ("removeTag" in change && change.removeTag === "") return "Choose a tag.";
  if ("addTag" in change) {
    const fault = describeTagFault(change.addTag);
    if (fault !== null) return fault;
  }
  if (codes.every((code) => isDone(code, change))) return nothingToDo(change);
  return null;
}

function nothingToDo(change: ListingChange): string {
  if ("addTag" in change) return "Every selected code already has this tag.";
  if ("removeTag" in change) return "No selected code has this tag.";
  return change.archived ? "Every selected code is archived already." : "No selected code is archived.";
}
