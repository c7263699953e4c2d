"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import type { ManyOutcome } from "@/lib/codes/schema";
import { Button } from "../../ui/button";
import { countOf, sayCount } from "../../ui/counts";
import { DialogActions } from "../../ui/dialog";
import { Notice } from "../../ui/notice";
import { sayEnd, sayReason } from "./run";
import type { RunState, useRun } from "./use-run";

interface RunViewProps {
  run: Pick<ReturnType<typeof useRun>, "state" | "goOn" | "stop" | "undo">;
  onClose: () => void;
}

/** In the place of a dialog's form while its change is under way, and when something of it was refused. */
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
        aria-valuetext={`${sayCount(done)} of ${sayCount(total)}`}
        className="h-2 bg-sunken forced-colors:border"
      >
        <div
          className="h-full origin-left bg-accent transition-transform duration-240 motion-reduce:transition-none forced-colors:[forced-color-adjust:none]"
          style={{ transform: `scaleX(${total === 0 ? 0 : done / total})` }}
        />
      </div>
      <p className="mt-2 text-small text-ink-2">
        {sayCount(done)} of {countOf(total, "code")}. Each is drawn and read back before it is stored.
      </p>
      <DialogActions note={isStopping ? "What is under way is finished first." : undefined}>
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
  const takeBack = async () => {
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
        {sayEnd(outcomes, left)}
        {rest > 0 && ` ${countOf(rest, "code")} not looked at yet.`}
      </p>
      {refused.length > 0 && <Refused outcomes={refused} />}
      <DialogActions>
        {undo !== null && (
          <Button kind="ghost" onClick={takeBack} aria-disabled={isUndoing || undefined}>
            Undo
          </Button>
        )}
        {rest > 0 && <Button onClick={goOn}>Go on</Button>}
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
          <span className="block text-ink-2">{sayReason(outcome)}</span>
        </li>
      ))}
    </ul>
  );
}
