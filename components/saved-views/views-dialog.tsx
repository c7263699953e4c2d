"use client";

import Link from "next/link";
import { type FormEvent, useRef, useState } from "react";
import type { SavedView, ViewPage } from "@/lib/saved-views/schema";
import { SubmitButton } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/field";
import type { Answer, Refusal } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { RefusalNote } from "../ui/form/refusal-note";
import { useAnswer } from "../ui/form/use-answer";
import { SkeletonText } from "../ui/skeleton";
import type { ViewActions } from "./view-actions";
import { noteOf, ViewLine } from "./view-line";

interface ViewsDialogProps {
  query: string;
  page: ViewPage;
  actions: ViewActions;
  isOpen: boolean;
  onClose: () => void;
  onGone: () => void;
}

/** The user's views of a page: to open, rename, replace and delete, and a form that saves another. */
export function ViewsDialog({ isOpen, onClose, onGone, ...rest }: ViewsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      onGone={onGone}
      title="Saved views"
      lead={`A view keeps ${kept[rest.page]}. Only you see it.`}
    >
      <Views {...rest} onClose={onClose} />
    </Dialog>
  );
}

const kept: Record<ViewPage, string> = {
  codes: "the tab, the filters, the order and the layout of the list",
  analytics: "the period, the time zone, the code and the filters",
};

function Views({ query, page, actions, onClose }: Omit<ViewsDialogProps, "isOpen" | "onGone">) {
  const { data: found, refusal } = useAnswer(() => actions.listSavedViews(page));
  const [changed, setChanged] = useState<SavedView[]>();
  const [words, setWords] = useState("");
  const show = (next: SavedView[], what: string) => {
    setChanged(next);
    setWords(what);
  };
  const home = useRef<HTMLDivElement>(null);
  const change = (next: SavedView[], what: string) => {
    show(next, what);
    home.current?.focus();
  };
  const views = changed ?? found;
  if (views === undefined) {
    return refusal === null ? <SkeletonText className="mt-4 w-40" /> : <RefusalNote refusal={refusal} />;
  }
  return (
    <div ref={home} tabIndex={-1} className="mt-4 grid gap-5 outline-none">
      {views.length === 0 ? (
        <p className="text-ink-2">No saved views yet.</p>
      ) : (
        <ul aria-label="Saved views" className="divide-y divide-line border-y border-line">
          {views.map((view) => (
            <li key={view.id} className="py-1.5">
              <ViewLine view={view} page={page} query={query} actions={actions} onChanged={change}>
                <Link
                  href={view.query === "" ? `/${page}` : `/${page}?${view.query}`}
                  prefetch={false}
                  aria-current={view.query === query ? "true" : undefined}
                  onNavigate={onClose}
                  className="flex min-h-9 min-w-0 flex-1 items-center [overflow-wrap:anywhere] hover:underline aria-[current]:font-medium touch:min-h-11"
                >
                  {view.name}
                </Link>
              </ViewLine>
            </li>
          ))}
        </ul>
      )}
      <NewView send={(name) => actions.saveView(page, name, query)} onSaved={show} />
      {/* The list shows it; a message would cover the list on phones. */}
      <p role="status" className="sr-only">
        {words}
      </p>
    </div>
  );
}

interface NewViewProps {
  send: (name: string) => Promise<Answer<SavedView[]>>;
  onSaved: (views: SavedView[], words: string) => void;
}

function NewView({ send, onSaved }: NewViewProps) {
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await callSafely(() => send(name));
    setBusy(false);
    if (answer === null) return;
    if ("refusal" in answer) return setRefusal(answer.refusal);
    setRefusal(null);
    setName("");
    onSaved(answer.done, `View “${name.trim()}” saved.`);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <RefusalNote refusal={noteOf(refusal)} />
      <div className="flex items-start gap-2">
        <TextField
          id="new-view-name"
          label="Save the current filters as"
          autoComplete="off"
          value={name}
          fault={refusal?.fields?.name}
          onChange={(event) => setName(event.target.value)}
          className="min-w-0 flex-1"
        />
        <SubmitButton isBusy={isBusy} busyWord="Saving" label="Save" className="mt-6 touch:min-h-12" />
      </div>
    </form>
  );
}
