"use client";

import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { loadLater } from "../../ui/load-later";
import { toast } from "../../ui/toast";
import { ask, type DetailActions } from "../actions";

const NoteForm = loadLater(() => import("./note-form").then((loaded) => loaded.NoteForm));
const TagsForm = loadLater(() => import("./tags-form").then((loaded) => loaded.TagsForm));

interface OrderedCode {
  id: string;
  name: string;
  tags: readonly string[];
  note: string | null;
  isArchived: boolean;
}

interface OrderRowsProps {
  code: OrderedCode;
  actions: Pick<DetailActions, "changeTags" | "changeNote" | "listTags" | "archiveCode">;
}

/** Tags, note and archive of a code, each edited in its row. */
export function OrderRows({ code, actions }: OrderRowsProps) {
  const { id, tags, note, isArchived } = code;
  const [open, setOpen] = useState<"Tags" | "Note" | null>(null);
  const list = useFocusBack(open);
  const archive = useArchive(code, actions.archiveCode);
  const close = () => setOpen(null);
  const toggle = (row: "Tags" | "Note") => () => setOpen(open === row ? null : row);
  return (
    <ul ref={list} className="text-body">
      <EditableRow
        name="Tags"
        value={tags.length === 0 ? <None /> : <TagList tags={tags} />}
        verb={tags.length === 0 ? "Add" : "Change"}
        isOpen={open === "Tags"}
        onPress={toggle("Tags")}
      >
        {open === "Tags" && <TagsForm codeId={id} tags={tags} actions={actions} onClose={close} />}
      </EditableRow>
      <EditableRow
        name="Note"
        value={note === null ? <None /> : <p className="max-w-[66ch] whitespace-pre-line">{note}</p>}
        verb={note === null ? "Add" : "Change"}
        isOpen={open === "Note"}
        onPress={toggle("Note")}
      >
        {open === "Note" && (
          <NoteForm codeId={id} note={note ?? ""} changeNote={actions.changeNote} onClose={close} />
        )}
      </EditableRow>
      <EditableRow
        name="Archive"
        value={
          <>
            {isArchived ? "Archived" : "Not archived"}
            <p className="max-w-[66ch] text-small text-ink-3">
              An archived code is hidden from the list, but keeps working, counts its scans and stays in your
              plan's number of codes.
            </p>
          </>
        }
        verb={isArchived ? "Unarchive" : "Archive"}
        label={isArchived ? "Unarchive this code" : "Archive this code"}
        isOpen={null}
        onPress={archive}
      />
    </ul>
  );
}

interface EditableRowProps {
  name: string;
  value: ReactNode;
  verb: string;
  /** What the button is called where its verb and the name don't say it. */
  label?: string;
  /** Whether the button opens a form below; null: it acts at once. */
  isOpen: boolean | null;
  onPress: () => void;
  children?: ReactNode;
}

/** A value by its name, and the button that changes it. */
export function EditableRow({
  name,
  value,
  verb,
  label = `${verb} “${name}”`,
  isOpen,
  onPress,
  children,
}: EditableRowProps) {
  return (
    <li className="border-t border-line">
      <div className="flex min-h-11 items-center gap-3 py-1.5">
        <span className="w-24 shrink-0 text-small text-ink-3">{name}</span>
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{value}</div>
        <button
          type="button"
          data-row={name}
          aria-expanded={isOpen ?? undefined}
          aria-label={label}
          onClick={onPress}
          className="flex min-h-8 shrink-0 items-center justify-end rounded-medium text-small font-medium text-accent hover:text-accent-hover touch:min-h-11 touch:min-w-11"
        >
          {verb}
        </button>
      </div>
      {children}
    </li>
  );
}

/** A form that closes gives the focus back to the button that opened it. `open` is the name of its row. */
export function useFocusBack(open: string | null) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(open);
  useEffect(() => {
    const closed = before.current;
    before.current = open;
    if (open === null && closed !== null)
      list.current?.querySelector<HTMLElement>(`[data-row="${closed}"]`)?.focus();
  }, [open]);
  return list;
}

function None() {
  return <span className="text-ink-3">None</span>;
}

function TagList({ tags }: { tags: readonly string[] }) {
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li
          key={tag}
          className="min-w-0 rounded-small bg-chip px-1.5 py-0.5 text-tiny font-medium text-ink-2 [overflow-wrap:anywhere] forced-colors:border"
        >
          {tag}
        </li>
      ))}
    </ul>
  );
}

/** Archives a code, or takes it out of the archive. */
export function useArchive(
  { id, name, isArchived }: Pick<OrderedCode, "id" | "name" | "isArchived">,
  archiveCode: DetailActions["archiveCode"],
) {
  return () =>
    startTransition(async () => {
      if (await ask(() => archiveCode(id, !isArchived)))
        toast.done(`“${name}” is ${isArchived ? "no longer archived" : "archived"}.`);
    });
}
