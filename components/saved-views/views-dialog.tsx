"use client";

import { Pencil, Replace, Trash2 } from "lucide-react";
import Link from "next/link";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { SavedView, ViewPage } from "@/lib/saved-views/schema";
import { Button, SubmitButton } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/field";
import type { Answer, Refusal } from "../ui/form/answer";
import { callSafely, useAnswer } from "../ui/form/call-safely";
import { RefusalNote } from "../ui/form/refusal-note";
import { SkeletonText } from "../ui/skeleton";

type AnsweredViews = Promise<Answer<SavedView[]>>;

/** What saved views of a page ask of the server; each change answers with the views as they are then. */
export interface ViewActions {
  listSavedViews: (page: ViewPage) => AnsweredViews;
  saveView: (page: ViewPage, name: string, query: string) => AnsweredViews;
  renameView: (page: ViewPage, id: string, name: string) => AnsweredViews;
  replaceView: (page: ViewPage, id: string, query: string) => AnsweredViews;
  removeView: (page: ViewPage, id: string) => AnsweredViews;
}

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

interface ViewLineProps {
  view: SavedView;
  page: ViewPage;
  query: string;
  actions: ViewActions;
  onChanged: (views: SavedView[], words: string) => void;
  children: ReactNode;
}

type Asked = "rename" | "delete";

/** One view with what can be done with it; renaming and deleting ask in its place. */
function ViewLine({
  view: { id, name, query: stored },
  page,
  query,
  actions,
  onChanged,
  children,
}: ViewLineProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const change = useChange(onChanged, () => setAsked(null));
  const keep = () => setAsked(null);
  const deeds = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(asked);
  useEffect(() => {
    // What was pressed last is gone.
    if (wasAsked.current !== null && asked === null) deeds.current?.querySelector("button")?.focus();
    wasAsked.current = asked;
  }, [asked]);
  if (asked === "rename") {
    const send = (next: string) =>
      change.send(() => actions.renameView(page, id, next), `View renamed to “${next.trim()}”.`);
    return <Rename id={id} name={name} change={change} send={send} onKeep={keep} />;
  }
  if (asked === "delete") {
    const send = () => change.send(() => actions.removeView(page, id), `View “${name}” deleted.`);
    return (
      <div className="grid gap-2 py-1">
        <RefusalNote refusal={noteOf(change.refusal)} />
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">Delete “{name}”?</p>
          <Button autoFocus onClick={keep}>
            Keep it
          </Button>
          <Button kind="danger" aria-disabled={change.isBusy || undefined} onClick={send}>
            Delete
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <RefusalNote refusal={noteOf(change.refusal)} />
      <div className="flex items-center gap-2">
        {children}
        <div ref={deeds} className="flex shrink-0">
          <Deed name={`Rename ${name}`} onPress={() => setAsked("rename")}>
            <Pencil {...deedIcon} />
          </Deed>
          {stored !== query && (
            <Deed
              name={`Replace ${name} with the current filters`}
              onPress={() =>
                change.send(() => actions.replaceView(page, id, query), `View “${name}” replaced.`)
              }
            >
              <Replace {...deedIcon} />
            </Deed>
          )}
          <Deed name={`Delete ${name}`} onPress={() => setAsked("delete")}>
            <Trash2 {...deedIcon} />
          </Deed>
        </div>
      </div>
    </div>
  );
}

/** A query that is too long has no field to stand at. */
function noteOf(refusal: Refusal | null): Refusal | null {
  const sentence = refusal?.sentence ?? refusal?.fields?.query;
  return refusal === null || sentence === undefined ? refusal : { ...refusal, sentence };
}

const deedIcon = { size: 16, strokeWidth: 1.6, "aria-hidden": true };

function Deed({ name, onPress, children }: { name: string; onPress: () => void; children: ReactNode }) {
  return (
    <Button kind="ghost" shape="icon" aria-label={name} title={name} onClick={onPress}>
      {children}
    </Button>
  );
}

function useChange(onChanged: ViewLineProps["onChanged"], onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  return {
    isBusy,
    refusal,
    async send(ask: () => Promise<Answer<SavedView[]>>, words: string) {
      if (isBusy) return;
      setBusy(true);
      const answer = await callSafely(ask);
      setBusy(false);
      if (answer === null) return;
      if ("refusal" in answer) return setRefusal(answer.refusal);
      setRefusal(null);
      onDone();
      onChanged(answer.done, words);
    },
  };
}

interface RenameProps {
  id: string;
  name: string;
  change: Pick<ReturnType<typeof useChange>, "isBusy" | "refusal">;
  send: (name: string) => void;
  onKeep: () => void;
}

function Rename({ id, name, change: { isBusy, refusal }, send, onKeep }: RenameProps) {
  const [next, setNext] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(next);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-2 py-1">
      <RefusalNote refusal={noteOf(refusal)} />
      <div className="flex items-start gap-2">
        <TextField
          id={`view-${id}`}
          label="Name"
          autoComplete="off"
          autoFocus
          value={next}
          fault={refusal?.fields?.name}
          onChange={(event) => setNext(event.target.value)}
          className="min-w-0 flex-1"
        />
        <SubmitButton
          kind="secondary"
          isBusy={isBusy}
          busyWord="Renaming"
          label="Rename"
          className="mt-6 touch:min-h-12"
        />
        <Button kind="ghost" onClick={onKeep} className="mt-6 touch:min-h-12">
          Cancel
        </Button>
      </div>
    </form>
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
