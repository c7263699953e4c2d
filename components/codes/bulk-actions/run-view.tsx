"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { ManyOutcome } from "@/lib/codes/schema";
import { Button } from "../../ui/button";
import { countOf, formatCount } from "../../ui/counts";
import { DialogActions } from "../../ui/dialog";
import type { Answer, Refusal } from "../../ui/form/answer";
import { callSafely } from "../../ui/form/call-safely";
import { Notice } from "../../ui/notice";
import { showUndo, toast } from "../../ui/toast";
import { formatEnd, formatReason, formatUndone, type LeftOut, nothingLeftOut, sendInLots } from "./run";

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
  const { outcomes, left, rest, fault } = state;
  const [isUndoing, setUndoing] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  const refused = outcomes.filter(({ result }) => result === "refused");
  const undoAll = async () => {
    if (undo === null || isUndoing) return;
    setUndoing(true);
    await undo();
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
        {rest > 0 && ` ${countOf(rest, "code")} not processed yet.`}
      </p>
      {refused.length > 0 && <Refused outcomes={refused} />}
      <DialogActions>
        {undo !== null && (
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

type Send<I> = (lot: I[]) => Promise<Answer<ManyOutcome[]>>;

interface Back<I, B> {
  list: (changed: readonly ManyOutcome[], unsure: readonly I[]) => B[];
  send: Send<B>;
}

interface RunOptions<I, B> {
  send: Send<I>;
  back?: Back<I, B>;
  onDone: () => void;
}

export interface RunState {
  phase: "idle" | "running" | "ended";
  done: number;
  total: number;
  outcomes: readonly ManyOutcome[];
  left: LeftOut;
  rest: number;
  fault: string | null;
  isStopping: boolean;
}

const idle: RunState = {
  phase: "idle",
  done: 0,
  total: 0,
  outcomes: [],
  left: nothingLeftOut,
  rest: 0,
  fault: null,
  isStopping: false,
};

/** As long as a change can be taken back from where it is said. */
const undoMs = 10_000;

export function useRun<I, B = never>({ send, back, onDone }: RunOptions<I, B>) {
  const router = useRouter();
  const [state, setState] = useState(idle);
  const stopped = useRef(false);
  const rest = useRef<I[]>([]);
  const unsure = useRef<I[]>([]);
  const isRunning = useRef(false);

  const go = async (items: readonly I[], before: Pick<RunState, "outcomes" | "total" | "left">) => {
    if (isRunning.current) return;
    isRunning.current = true;
    stopped.current = false;
    const begun = before.total - items.length;
    setState({ ...idle, ...before, phase: "running", done: begun });
    const end = await sendInLots(items, {
      send: (lot) => callSafely(() => send(lot)),
      onProgress: (done) => setState((now) => ({ ...now, done: begun + done })),
      isStopped: () => stopped.current,
    });
    isRunning.current = false;
    rest.current = end.rest;
    unsure.current.push(...end.unsure);
    const outcomes = [...before.outcomes, ...end.outcomes];
    router.refresh();
    setState((now) => ({ ...now, phase: "ended", outcomes, rest: end.rest.length, fault: end.fault }));
    const isWhole = end.rest.length === 0 && outcomes.every(({ result }) => result !== "refused");
    if (!isWhole) return;
    onDone();
    const words = formatEnd(outcomes, before.left);
    const undo = undoOf(outcomes);
    if (undo === null) toast.done(words);
    else showUndo(words, undo, new Date(Date.now() + undoMs).toISOString());
  };

  /** Null where there is nothing to take back. */
  const undoOf = (outcomes: readonly ManyOutcome[]) => {
    const moves =
      back?.list(
        outcomes.filter(({ result }) => result === "changed"),
        unsure.current,
      ) ?? [];
    if (back === undefined || moves.length === 0) return null;
    return async () => {
      const end = await sendInLots(moves, {
        send: (lot) => callSafely(() => back.send(lot)),
        onProgress: () => {},
        isStopped: () => false,
      });
      router.refresh();
      if (end.fault !== null) return toast.fault(end.fault);
      toast.done(formatUndone(end.outcomes, moves.length - end.outcomes.length));
    };
  };

  return {
    state,
    start(items: readonly I[], left: LeftOut = nothingLeftOut) {
      unsure.current = [];
      return go(items, { outcomes: [], total: items.length, left });
    },
    goOn: () => go(rest.current, state),
    stop() {
      stopped.current = true;
      setState((now) => ({ ...now, isStopping: true }));
    },
    undo: undoOf(state.outcomes),
  };
}

/** What a dialog asks for once it is there; undefined until it has come. */
export function useAnswer<T>(ask: () => Promise<Answer<T>>): {
  data: T | undefined;
  refusal: Refusal | null;
} {
  const [state, setState] = useState<{ data: T | undefined; refusal: Refusal | null }>({
    data: undefined,
    refusal: null,
  });
  // It is asked for once: the dialog is made again for each selection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    let isThere = true;
    void callSafely(ask).then((answer) => {
      if (!isThere || answer === null) return;
      if ("done" in answer) setState({ data: answer.done, refusal: null });
      else setState({ data: undefined, refusal: answer.refusal });
    });
    return () => {
      isThere = false;
    };
  }, []);
  return state;
}
