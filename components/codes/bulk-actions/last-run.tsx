"use client";

import { Undo2, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ListingMove, ManyOutcome, StateMove, StyleMove, TargetMove } from "@/lib/codes/schema";
import { Button, buttonClasses } from "../../ui/button";
import { formatCount } from "../../ui/counts";
import type { Answer } from "../../ui/form/answer";
import { callSafely } from "../../ui/form/call-safely";
import { keepFocus, lastRunKey, onSignOut } from "../../ui/navigation-guard";
import { Spinner } from "../../ui/spinner";
import { toast } from "../../ui/toast";
import type { ManyActions } from "../actions";
import { formatUndone, isFinal, sendInLots } from "./run";

/** What takes a change of many codes back. */
export type UndoMoves =
  | { kind: "target"; list: readonly TargetMove[] }
  | { kind: "times"; list: readonly StateMove[] }
  | { kind: "listing"; list: readonly ListingMove[] }
  | { kind: "style"; list: readonly StyleMove[] };

export type UndoActions = Pick<
  ManyActions,
  "retargetCodes" | "undoCodeTimes" | "undoCodeListing" | "undoCodeStyles"
>;

/** The last change of many codes, as long as it can be taken back. */
export interface LastRun {
  /** The signed-in account: another one that signs in in the same tab sees nothing of it. */
  accountId: string;
  what: string;
  words: string;
  moves: UndoMoves;
  untilMs: number;
}

const undoMs = 600_000;

let owner = "";
let current: LastRun | null = null;
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const readRun = (): LastRun | null => current;

function set(next: LastRun | null): void {
  current = next;
  try {
    if (next === null) sessionStorage.removeItem(lastRunKey);
    else sessionStorage.setItem(lastRunKey, JSON.stringify(next));
  } catch {
    // Without storage, or without room in it, the undo lasts until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

onSignOut(() => set(null));

/** Finds what this tab stored for the account before a reload. */
export function openRuns(accountId: string, nowMs: number): void {
  owner = accountId;
  const found = current ?? readStored();
  const isValid = found?.accountId === accountId && found.untilMs > nowMs && found.untilMs <= nowMs + undoMs;
  if (isValid) set(found);
  else set(null);
}

/** Only this page writes there; what can't be read is treated as absent. */
function readStored(): LastRun | null {
  try {
    return JSON.parse(sessionStorage.getItem(lastRunKey) ?? "null") as LastRun | null;
  } catch {
    return null;
  }
}

export function rememberRun(run: Pick<LastRun, "what" | "words" | "moves">): LastRun {
  const next = { ...run, accountId: owner, untilMs: Date.now() + undoMs };
  set(next);
  return next;
}

export function forgetRun(run: LastRun): void {
  if (current?.untilMs === run.untilMs) set(null);
}

/** Takes a change back and says what came of it. After a lost connection it can be sent again: each move is done once. */
export async function undoRun(
  run: LastRun,
  actions: UndoActions,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const end = await sendMoves(run.moves, actions, onProgress);
  const ended = new Set(end.outcomes.filter(isFinal).map(({ id }) => id));
  const left = { ...run.moves, list: run.moves.list.filter(({ id }) => !ended.has(id)) } as UndoMoves;
  if (left.list.length === 0) forgetRun(run);
  else if (current?.untilMs === run.untilMs) set({ ...run, moves: left });
  if (end.fault !== null) return void toast.fault(end.fault);
  toast[left.list.length === 0 ? "done" : "fault"](formatUndone(end.outcomes));
}

function sendMoves(moves: UndoMoves, actions: UndoActions, onProgress: (done: number) => void) {
  switch (moves.kind) {
    case "target":
      return sendAll(moves.list, actions.retargetCodes, onProgress);
    case "times":
      return sendAll(moves.list, actions.undoCodeTimes, onProgress);
    case "listing":
      return sendAll(moves.list, actions.undoCodeListing, onProgress);
    case "style":
      return sendAll(moves.list, actions.undoCodeStyles, onProgress);
  }
}

function sendAll<M>(
  list: readonly M[],
  send: (lot: M[]) => Promise<Answer<ManyOutcome[]>>,
  onProgress: (done: number) => void,
) {
  return sendInLots(list, {
    send: (lot) => callSafely(() => send(lot)),
    onProgress,
    isStopped: () => false,
  });
}

const never = () => null;

/** The last change of many codes with its Undo, for ten minutes and across reloads of the page. */
export function LastRunStrip({ accountId, actions }: { accountId: string; actions: UndoActions }) {
  const run = useSyncExternalStore(subscribe, readRun, never);
  useEffect(() => openRuns(accountId, Date.now()), [accountId]);
  if (run === null) return null;
  return <Strip key={run.untilMs} run={run} actions={actions} />;
}

function Strip({ run, actions }: { run: LastRun; actions: UndoActions }) {
  const router = useRouter();
  const [done, setDone] = useState<number | null>(null);
  useEffect(() => keepFocus, []);
  useEffect(() => {
    const timer = setTimeout(() => forgetRun(run), run.untilMs - Date.now());
    return () => clearTimeout(timer);
  }, [run]);
  const undo = async () => {
    if (done !== null) return;
    setDone(0);
    await undoRun(run, actions, setDone);
    setDone(null);
    router.refresh();
  };
  return (
    <section
      aria-label="Last change"
      className="page-x flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-tint py-2"
    >
      <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <span className="font-medium">{run.what}</span> {run.words}
      </p>
      <div className="flex items-center gap-1">
        <p className="mr-2 text-small text-ink-2">
          {done === null
            ? `Until ${formatTime(run.untilMs)}`
            : `${formatCount(done)} of ${formatCount(run.moves.list.length)}`}
        </p>
        <Button onClick={undo} aria-disabled={done !== null || undefined}>
          {done === null ? <Undo2 size={16} strokeWidth={1.6} aria-hidden /> : <Spinner />}
          Undo
        </Button>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={() => forgetRun(run)}
          className={buttonClasses({ kind: "ghost", shape: "icon" })}
        >
          <X size={16} strokeWidth={1.6} aria-hidden />
        </button>
      </div>
    </section>
  );
}

const formatTime = (ms: number): string =>
  new Date(ms).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
