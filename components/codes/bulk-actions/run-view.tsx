"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ManyOutcome } from "@/lib/codes/schema";
import { Button } from "../../ui/button";
import { countOf, formatCount } from "../../ui/counts";
import { DialogActions } from "../../ui/dialog";
import type { Answer } from "../../ui/form/answer";
import { callSafely } from "../../ui/form/call-safely";
import { Notice } from "../../ui/notice";
import { toast } from "../../ui/toast";
import {
  type LastRun,
  readRun,
  rememberRun,
  subscribe,
  type UndoActions,
  type UndoMoves,
  undoRun,
} from "./last-run";
import {
  formatEnd,
  formatReason,
  formatUnsure,
  type LeftOut,
  listUnsure,
  nothingLeftOut,
  sendInLots,
} from "./run";

const never = () => null;

/** What a dialog says before it starts a change that can be undone in place of the last one. */
export function useReplaced(): string | undefined {
  const run = useSyncExternalStore(subscribe, readRun, never);
  return run === null ? undefined : `You can undo only the latest change. This one replaces: ${run.what}`;
}

interface RunViewProps {
  run: Pick<ReturnType<typeof useRun>, "state" | "goOn" | "stop" | "undo">;
  onClose: () => void;
}

export function RunView({ run, onClose }: RunViewProps) {
  return run.state.phase === "running" ? (
    <Progress {...run.state} stop={run.stop} />
  ) : (
    <Ended run={run} onClose={onClose} />
  );
}

function Progress({ done, total, isStopping, stop }: RunState & { stop: () => void }) {
  return (
    <div className="mt-4">
      <div
        role="progressbar"
        aria-label="Changing the codes"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={`${formatCount(done)} of ${formatCount(total)}`}
        className="h-2 bg-sunken forced-colors:border"
      >
        <div
          className="h-full origin-left bg-accent transition-transform duration-240 motion-reduce:transition-none forced-colors:[forced-color-adjust:none]"
          style={{ transform: `scaleX(${total === 0 ? 0 : done / total})` }}
        />
      </div>
      <p className="mt-2 text-small text-ink-2">
        {formatCount(done)} of {countOf(total, "code")}. Each is drawn and read back before it is stored.
      </p>
      <DialogActions note={isStopping ? "Codes in progress are finished first." : undefined}>
        <Button onClick={stop} aria-disabled={isStopping || undefined}>
          Stop
        </Button>
      </DialogActions>
    </div>
  );
}

function Ended({ run: { state, goOn, undo }, onClose }: RunViewProps) {
  const { outcomes, left, rest, unsure, fault, last } = state;
  const [isUndoing, setUndoing] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  const refused = outcomes.filter(({ result }) => result === "refused");
  const undoAll = async () => {
    if (last === null || isUndoing) return;
    setUndoing(true);
    await undo(last);
    onClose();
  };
  return (
    <div className="mt-4 grid gap-4">
      {fault !== null && (
        <Notice tone="stop" isAlert>
          {fault}
        </Notice>
      )}
      <p role="status">
        {formatEnd(outcomes, left)}
        {last !== null && unsure > 0 && ` ${formatUnsure(unsure)}`}
        {rest > 0 && ` ${countOf(rest, "code")} not processed yet.`}
      </p>
      {refused.length > 0 && <Refused outcomes={refused} />}
      <DialogActions>
        {last !== null && (
          <Button kind="ghost" onClick={undoAll} aria-disabled={isUndoing || undefined}>
            Undo
          </Button>
        )}
        {rest > 0 && <Button onClick={goOn}>Continue</Button>}
        <Button ref={safe} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}

function Refused({ outcomes }: { outcomes: readonly ManyOutcome[] }) {
  return (
    <ul aria-label="Refused" className="max-h-60 divide-y divide-line overflow-y-auto border-y border-line">
      {outcomes.map((outcome) => (
        <li key={outcome.id} className="py-2 text-small">
          {outcome.name === "" ? (
            <span className="font-medium">A code of another time</span>
          ) : (
            <Link
              href={`/codes/${outcome.id}`}
              prefetch={false}
              className="inline-block py-0.5 font-medium text-accent underline decoration-mark underline-offset-2 touch:py-3"
            >
              {outcome.name}
            </Link>
          )}
          <span className="block text-ink-2">{formatReason(outcome)}</span>
        </li>
      ))}
    </ul>
  );
}

interface RunOptions<I> {
  /** What is done, as the page says it afterwards. */
  what: string;
  send: (lot: I[]) => Promise<Answer<ManyOutcome[]>>;
  /** What takes a change back, given the codes that an answer says it changed. */
  back?: (changed: readonly ManyOutcome[]) => UndoMoves;
  actions: UndoActions;
  /** Codes that are changed, however the run ended. */
  onChanged?: (ids: readonly string[]) => void;
  onDone: () => void;
}

export interface RunState {
  phase: "idle" | "running" | "ended";
  done: number;
  total: number;
  outcomes: readonly ManyOutcome[];
  left: LeftOut;
  rest: number;
  /** Codes whose answer was lost. */
  unsure: number;
  fault: string | null;
  isStopping: boolean;
  /** What can be taken back of it. */
  last: LastRun | null;
}

const idle: RunState = {
  phase: "idle",
  done: 0,
  total: 0,
  outcomes: [],
  left: nothingLeftOut,
  rest: 0,
  unsure: 0,
  fault: null,
  isStopping: false,
  last: null,
};

export function useRun<I extends string | { id: string }>({
  what,
  send,
  back,
  actions,
  onChanged,
  onDone,
}: RunOptions<I>) {
  const router = useRouter();
  const [state, setState] = useState(idle);
  const stopped = useRef(false);
  const rest = useRef<I[]>([]);
  const lost = useRef<string[]>([]);
  const isRunning = useRef(false);

  const go = async (items: readonly I[], before: Pick<RunState, "outcomes" | "total" | "left">) => {
    if (isRunning.current) return;
    isRunning.current = true;
    stopped.current = false;
    const begun = before.total - items.length;
    setState({ ...idle, ...before, phase: "running", done: begun });
    const remember = (outcomes: readonly ManyOutcome[]): LastRun | null => {
      const changed = outcomes.filter(({ result }) => result === "changed");
      const moves = back?.(changed);
      if (moves === undefined || moves.list.length === 0) return null;
      const unsure = formatUnsure(listUnsure(lost.current, outcomes).length);
      return rememberRun({ what, words: `${formatEnd(outcomes, before.left)} ${unsure}`.trim(), moves });
    };
    const end = await sendInLots(items, {
      send: (lot) => callSafely(() => send(lot)),
      onProgress(done, outcomes) {
        // A reload in the middle loses nothing that was changed so far.
        remember([...before.outcomes, ...outcomes]);
        setState((now) => ({ ...now, done: begun + done }));
      },
      isStopped: () => stopped.current,
    });
    isRunning.current = false;
    rest.current = end.rest;
    lost.current.push(...end.unsure.map((item) => (typeof item === "string" ? item : item.id)));
    const outcomes = [...before.outcomes, ...end.outcomes];
    router.refresh();
    const last = remember(outcomes);
    onChanged?.(outcomes.flatMap(({ id, result }) => (result === "changed" ? id : [])));
    const { rest: left, fault } = end;
    const unsure = listUnsure(lost.current, outcomes).length;
    setState((now) => ({ ...now, phase: "ended", outcomes, rest: left.length, unsure, fault, last }));
    const isWhole = end.rest.length === 0 && outcomes.every(({ result }) => result !== "refused");
    if (!isWhole) return;
    onDone();
    toast.done(formatEnd(outcomes, before.left));
  };

  return {
    state,
    start(items: readonly I[], left: LeftOut = nothingLeftOut) {
      lost.current = [];
      return go(items, { outcomes: [], total: items.length, left });
    },
    goOn: () => go(rest.current, state),
    stop() {
      stopped.current = true;
      setState((now) => ({ ...now, isStopping: true }));
    },
    async undo(last: LastRun) {
      await undoRun(last, actions);
      router.refresh();
    },
  };
}
