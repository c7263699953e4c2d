"use client";

import { Undo2, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button, buttonClasses } from "../../ui/button";
import { formatCount } from "../../ui/counts";
import { Spinner } from "../../ui/spinner";
import { forgetRun, type LastRun, openRuns, readRun, subscribe, type UndoActions, undoRun } from "./last-run";

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
