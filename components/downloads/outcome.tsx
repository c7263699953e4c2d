"use client";

import type { ReactNode } from "react";
import type { LabelsDone, LabelsProgress } from "@/lib/prints/schema";
import { Button } from "../ui/button";
import { countOf, formatCount } from "../ui/counts";
import { DialogActions } from "../ui/dialog";
import { Notice } from "../ui/notice";
import { formatModuleMm } from "./choices";
import { Progress, useFocus } from "./progress";

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
