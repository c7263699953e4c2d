"use client";

import { Pencil, Replace, Trash2 } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { SavedView, ViewPage } from "@/lib/saved-views/schema";
import { Button, SubmitButton } from "../ui/button";
import { TextField } from "../ui/field";
import type { Answer, Refusal } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { RefusalNote } from "../ui/form/refusal-note";
import type { ViewActions } from "./view-actions";

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
export function ViewLine({
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
            <Pencil {...icon} />
          </Deed>
          {stored !== query && (
            <Deed
              name={`Replace ${name} with the current filters`}
              onPress={() =>
                change.send(() => actions.replaceView(page, id, query), `View “${name}” replaced.`)
              }
            >
              <Replace {...icon} />
            </Deed>
          )}
          <Deed name={`Delete ${name}`} onPress={() => setAsked("delete")}>
            <Trash2 {...icon} />
          </Deed>
        </div>
      </div>
    </div>
  );
}

/** A query that is too long has no field to stand at. */
export function noteOf(refusal: Refusal | null): Refusal | null {
  const sentence = refusal?.sentence ?? refusal?.fields?.query;
  return refusal === null || sentence === undefined ? refusal : { ...refusal, sentence };
}

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true };

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
