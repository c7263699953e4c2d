"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { LabelsDone, LabelsProgress } from "@/lib/prints/schema";
import { Button } from "../ui/button";
import { countOf, formatCount } from "../ui/counts";
import { DialogActions } from "../ui/dialog";
import { asSentence } from "../ui/form/answer";
import { Notice } from "../ui/notice";
import { formatModuleMm } from "./choices";

interface ProgressProps {
  label: string;
  value: number;
  most: number;
  /** In words: "Reading 84 of 200". */
  children: string;
}

export function Progress({ label, value, most, children }: ProgressProps) {
  const share = most === 0 ? 0 : Math.min(1, value / most);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={children}
    >
      <p className="mb-2 text-body">{children}</p>
      <div className="h-1 bg-chip forced-colors:border">
        <div
          className="h-full origin-left bg-accent transition-transform duration-240 motion-reduce:transition-none forced-colors:bg-[CanvasText]"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}

type JobState<Progress, Done> =
  | { step: "idle" }
  | { step: "running"; progress: Progress | null }
  | { step: "done"; done: Done }
  | { step: "refused"; refusal: Refused };

export function useJob<Progress, Done>() {
  const [state, setState] = useState<JobState<Progress, Done>>({ step: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (work: (signal: AbortSignal, tell: (progress: Progress) => void) => Promise<Done>) => {
    if (running.current !== null) return;
    const job = new AbortController();
    running.current = job;
    setState({ step: "running", progress: null });
    try {
      const done = await work(job.signal, (progress) => {
        if (!job.signal.aborted) setState({ step: "running", progress });
      });
      if (!job.signal.aborted) setState({ step: "done", done });
    } catch (fault) {
      const refusal = formatFault(fault);
      if (!job.signal.aborted) setState(refusal === null ? { step: "idle" } : { step: "refused", refusal });
    } finally {
      if (running.current === job) running.current = null;
    }
  };
  const reset = () => {
    running.current?.abort();
    running.current = null;
    setState({ step: "idle" });
  };
  return { state, start, reset };
}

/** For the button that takes the place of what had the focus and has gone. */
export function useFocus() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return button;
}

/** Why the server refused an order, in words for the user. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly details: readonly Detail[],
    readonly hint: string | undefined,
  ) {
    super(sentence);
  }
}

const lost = "The connection dropped before the end. Nothing was changed: start again.";
const mostShown = 5;

export function RefusalNotice({ refusal: { code, message, details, hint } }: { refusal: Refused }) {
  const others = details.length - mostShown;
  return (
    <Notice tone="stop" isAlert title={code === "not_scannable" ? "Don't print this" : undefined}>
      {details.length > 1 ? (
        <>
          {details.slice(0, mostShown).map(({ field, message: words }) => (
            <span key={`${field} ${words}`} className="block">
              {words}.
            </span>
          ))}
          {others > 0 && <span className="block">{others} more like these.</span>}
        </>
      ) : (
        message
      )}
      {hint !== undefined && <span className="mt-1 block">{hint}</span>}
    </Notice>
  );
}

interface Detail {
  field: string;
  message: string;
}

interface Problem {
  code?: unknown;
  error?: unknown;
  details?: unknown;
  hint?: unknown;
}

export function presentProblem(problem: Problem): Refused {
  const details = Array.isArray(problem.details) ? (problem.details as Detail[]) : [];
  const sentence =
    typeof problem.error === "string" ? asSentence(problem.error) : "Something went wrong on our side.";
  const code = typeof problem.code === "string" ? problem.code : "internal_error";
  return new Refused(code, sentence, details, typeof problem.hint === "string" ? problem.hint : undefined);
}

/** Whatever stopped an order, as it is said; null where its own reader stopped it. */
function formatFault(fault: unknown): Refused | null {
  if (fault instanceof Refused) return fault;
  if (fault instanceof DOMException && fault.name === "AbortError") return null;
  return new Refused("lost", lost, [], undefined);
}

/** Sends an order with the visitor's session; the answer of one that was taken. Throws `Refused`. */
export async function sendOrder(address: string, order: object, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(order),
    signal,
  });
  if (answer.ok) return answer;
  throw presentProblem((await answer.json().catch(() => ({}))) as Problem);
}

export function Printing({ progress, stop }: { progress: LabelsProgress | null; stop: () => void }) {
  const button = useFocus();
  const words =
    progress === null
      ? "Waiting in line"
      : "read" in progress
        ? `Reading ${formatCount(progress.read)} of ${formatCount(progress.of)}`
        : `Drawing ${countOf(progress.labels, "label")}`;
  const [value, most] = progress !== null && "read" in progress ? [progress.read, progress.of] : [0, 1];
  return (
    <div className="mt-5 grid gap-4">
      <Progress label="Labels read back" value={value} most={most}>
        {words}
      </Progress>
      <DialogActions>
        <Button ref={button} onClick={stop}>
          Stop
        </Button>
      </DialogActions>
    </div>
  );
}

export function Printed({ done, again, close }: { done: LabelsDone; again: () => void; close: () => void }) {
  const button = useFocus();
  const { labels, sheets, moduleMm, missing, unprintable } = done;
  const read =
    labels === 1 ? "The label was read back." : `All ${formatCount(labels)} labels were read back.`;
  return (
    <div className="mt-5 grid gap-4">
      <div role="status" className="grid gap-2">
        <Notice tone="ok" title={read}>
          {countOf(sheets, "sheet")}, the finest module {formatModuleMm(moduleMm)}. Download started. Print it
          at 100%, without “fit to page”.
        </Notice>
        {missing > 0 && (
          <Notice tone="warn" title={`${countOf(missing, "code")} ${missing === 1 ? "is" : "are"} not on it`}>
            They were deleted before the sheet was created.
          </Notice>
        )}
        {unprintable.length > 0 && <Unprintable names={unprintable} />}
      </div>
      <DialogActions>
        <Button onClick={again}>Another sheet</Button>
        <Button ref={button} kind="primary" onClick={close}>
          Close
        </Button>
      </DialogActions>
    </div>
  );
}

const mostNames = 5;

function Unprintable({ names }: { names: LabelsDone["unprintable"] }): ReactNode {
  const others = names.length - mostNames;
  return (
    <Notice tone="warn" title="Some characters in names can't be printed">
      The font lacks these, so a question mark is printed instead.
      {names.slice(0, mostNames).map(({ name, signs }) => (
        <span key={name} className="block">
          “{name}”: {signs}
        </span>
      ))}
      {others > 0 && <span className="block">{countOf(others, "more name")} like these.</span>}
    </Notice>
  );
}
