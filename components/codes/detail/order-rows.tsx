"use client";

import { startTransition, useState } from "react";
import { loadLater } from "../../ui/load-later";
import { toast } from "../../ui/toast";
import { ask, type DetailActions } from "../actions";
import { EditableRow, useFocusBack } from "./editable-row";

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
