"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import type { SelectedCode } from "@/lib/codes/schema";
import { Button, SubmitButton } from "../../ui/button";
import { countOf, formatCount } from "../../ui/counts";
import { formatZone } from "../../ui/dates";
import { Dialog, DialogActions } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { useAnswer } from "../../ui/form/call-safely";
import { RefusalNote } from "../../ui/form/refusal-note";
import { Segmented } from "../../ui/segmented";
import { SkeletonText } from "../../ui/skeleton";
import type { ManyActions, TimesOrder } from "../actions";
import { nothingLeftOut } from "./run";
import { RunView, useReplaced, useRun } from "./run-view";

const lines = {
  startsAt: { label: "Starts", none: "Immediately" },
  expiresAt: { label: "Ends", none: "Never" },
} as const;

interface TimesDialogProps {
  ids: readonly string[];
  isOpen: boolean;
  actions: ManyActions;
  zone: string;
  onClose: () => void;
}

export function TimesDialog({ ids, isOpen, actions, zone, onClose }: TimesDialogProps) {
  const { data: codes, refusal } = useAnswer(() => actions.describeCodes(ids));
  const [order, setOrder] = useState<TimesOrder>({});
  const run = useRun<string>({
    what: "Turn on or off.",
    actions,
    send: (lot) => actions.timeCodes(lot, order, zone),
    back: (changed) => ({ kind: "times", list: changed.flatMap(({ back }) => back ?? []) }),
    onDone: onClose,
  });
  const dynamic = codes?.filter(({ isDynamic }) => isDynamic) ?? [];
  const statics = (codes?.length ?? 0) - dynamic.length;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={run.state.phase === "running" ? run.stop : onClose}
      isSticky
      title={`Turn ${countOf(codes?.length ?? ids.length, "code")} on or off`}
      lead={
        run.state.phase === "idle" &&
        (codes === undefined ? <SkeletonText className="w-60" /> : formatSelected(dynamic, statics))
      }
    >
      <RefusalNote refusal={refusal} />
      {run.state.phase !== "idle" ? (
        <RunView run={run} onClose={onClose} />
      ) : (
        <TimesForm
          zone={zone}
          hasAny={dynamic.length > 0}
          order={order}
          setOrder={setOrder}
          onClose={onClose}
          onStart={() =>
            run.start(
              dynamic.map(({ id }) => id),
              { ...nothingLeftOut, static: statics },
            )
          }
        />
      )}
    </Dialog>
  );
}

function formatSelected(dynamic: readonly SelectedCode[], statics: number): string {
  if (statics === 0) return "A code that is off shows a page that says it's closed.";
  const kept = `${formatCount(statics)} ${statics === 1 ? "is" : "are"} static: printed copies can't be switched off.`;
  if (dynamic.length === 0) return `None of these codes can be changed. ${kept}`;
  return `${countOf(dynamic.length, "code")} can be changed. ${kept}`;
}

interface TimesFormProps {
  zone: string;
  hasAny: boolean;
  order: TimesOrder;
  setOrder: (order: TimesOrder) => void;
  onClose: () => void;
  onStart: () => void;
}

type Active = "leave" | "on" | "off";

function TimesForm({ zone, hasAny, order, setOrder, onClose, onStart }: TimesFormProps) {
  const [fault, setFault] = useState<string | null>(null);
  const replaced = useReplaced();
  const active: Active = order.isActive === undefined ? "leave" : order.isActive ? "on" : "off";
  const set = (next: TimesOrder) => {
    setFault(null);
    setOrder(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = judge(order, hasAny);
    if (found === null) onStart();
    else setFault(found);
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
      {fault !== null && <RefusalNote refusal={{ sentence: fault }} />}
      <Line label="Short links">
        <Segmented<Active>
          name="many-active"
          label="Short links"
          choices={[
            { value: "leave", name: "Keep as is" },
            { value: "on", name: "On" },
            { value: "off", name: "Off" },
          ]}
          value={active}
          onChange={(value) => {
            const { isActive: _, ...rest } = order;
            set(value === "leave" ? rest : { ...rest, isActive: value === "on" });
          }}
        />
      </Line>
      {(["startsAt", "expiresAt"] as const).map((name) => (
        <TimeLine key={name} name={name} zone={zone} order={order} onChange={set} />
      ))}
      <DialogActions note={replaced}>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton isBusy={false} busyWord="Changing" label="Change" />
      </DialogActions>
    </form>
  );
}

/** What is in the way of starting; null: nothing. The server judges times, each code with what it has. */
function judge(order: TimesOrder, hasAny: boolean): string | null {
  if (!hasAny) return "All of them are static: there is nothing to change.";
  if (Object.keys(order).length === 0) return "Choose what to change.";
  if (order.startsAt === "" || order.expiresAt === "") return "Choose a day and a time.";
  return null;
}

/** A choice below its name, which the choice says for readers. */
function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1.5 text-small font-medium" aria-hidden>
        {label}
      </p>
      {children}
    </div>
  );
}

type When = "leave" | "set" | "clear";

interface TimeLineProps {
  name: keyof typeof lines;
  zone: string;
  order: TimesOrder;
  onChange: (order: TimesOrder) => void;
}

function TimeLine({ name, zone, order, onChange }: TimeLineProps) {
  const { label, none } = lines[name];
  const { [name]: value, ...rest } = order;
  const when: When = value === undefined ? "leave" : value === null ? "clear" : "set";
  return (
    <Line label={label}>
      <Segmented<When>
        name={`many-${name}`}
        label={label}
        choices={[
          { value: "leave", name: "Keep as is" },
          { value: "set", name: "At a time" },
          { value: "clear", name: none },
        ]}
        value={when}
        onChange={(next) =>
          onChange(next === "leave" ? rest : { ...rest, [name]: next === "set" ? "" : null })
        }
      />
      {when === "set" && (
        <TextField
          id={`many-${name}-at`}
          type="datetime-local"
          label={`${label} at`}
          hint={`Times in ${formatZone(zone)}.`}
          value={value ?? ""}
          onChange={(event) => onChange({ ...rest, [name]: event.target.value })}
          className="mt-2"
        />
      )}
    </Line>
  );
}
