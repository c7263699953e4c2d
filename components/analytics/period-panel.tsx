"use client";

import { Popover } from "@base-ui/react/popover";
import { type FormEvent, type RefObject, useState } from "react";
import type { DateSpan, Period, ReportRange } from "@/lib/analytics/schema";
import { useGo } from "../charts/chart-parts";
import { Button } from "../ui/button";
import { formatDate } from "../ui/dates";
import { TextField } from "../ui/field";
import { type DateFault, findDateFault, labelPeriod } from "./period";
import { type View, viewDays, writeView } from "./view";

export interface PeriodPanelProps {
  view: View;
  zone: string;
  isKnown: boolean;
  ranges: readonly ReportRange[];
  /** Whether one day may be chosen, whose line has hours. */
  hasHours: boolean;
  isOpen: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLButtonElement | null>;
}

/** Ranges by name, and two days. Esc closes it, and the focus goes back to the button. */
export function PeriodPanel({ isOpen, onClose, anchor, ranges, isKnown, ...rest }: PeriodPanelProps) {
  const { view, zone } = rest;
  const go = useGo();
  const choose = (range: Period) => {
    onClose();
    go(writeView(typeof range === "string" ? { ...view, range } : viewDays(view, zone, range)));
  };
  return (
    <Popover.Root
      open={isOpen}
      modal
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={6} className="z-30 outline-none">
          <Popover.Popup
            aria-label="Period"
            finalFocus={anchor}
            className="max-h-(--available-height) w-[min(22rem,var(--available-width))] overflow-y-auto rounded-float bg-raised text-ink shadow-float transition-opacity duration-180 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none forced-colors:border"
          >
            <ul className="grid grid-cols-2 gap-0.5 p-1.5">
              {ranges.map((range) => (
                <li key={range}>
                  <button
                    type="button"
                    aria-pressed={isKnown && view.range === range}
                    onClick={() => choose(range)}
                    className="flex h-9 w-full items-center rounded-medium px-2.5 text-left text-body hover:bg-canvas aria-pressed:bg-accent-tint touch:h-11"
                  >
                    {labelPeriod(range).name}
                  </button>
                </li>
              ))}
            </ul>
            <DaysForm {...rest} onChoose={choose} />
            {/* Base UI keeps the focus within a panel that can be closed from inside. */}
            <Popover.Close className="sr-only">Close</Popover.Close>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface DaysFormProps {
  view: View;
  zone: string;
  hasHours: boolean;
  onChoose: (span: DateSpan) => void;
}

const fieldNames = { from: "From", to: "To" } as const;

function DaysForm({ view, zone, hasHours, onChoose }: DaysFormProps) {
  const [fault, setFault] = useState<DateFault | null>(null);
  const today = formatDate(new Date().toISOString(), zone);
  const given = typeof view.range === "string" ? { from: "", to: "" } : view.range;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = (name: keyof DateSpan) => form.elements.namedItem(name) as HTMLInputElement;
    const span = { from: read("from").value, to: read("to").value };
    const found = findDateFault(span, today) ?? findHoursFault(span, hasHours);
    setFault(found);
    if (found === null) onChoose(span);
    else read(found.field).focus();
  };
  return (
    <form noValidate onSubmit={submit} className="border-t border-line p-4">
      <div className="grid grid-cols-2 gap-3">
        {(["from", "to"] as const).map((name) => (
          <TextField
            key={name}
            id={`period-${name}`}
            name={name}
            label={fieldNames[name]}
            type="date"
            max={today}
            defaultValue={given[name]}
            fault={fault?.field === name ? fault.sentence : undefined}
          />
        ))}
      </div>
      <div className="mt-4 flex justify-end">
        <Button type="submit" kind="primary">
          Show these days
        </Button>
      </div>
    </form>
  );
}

function findHoursFault({ from, to }: DateSpan, hasHours: boolean): DateFault | null {
  if (hasHours || from !== to) return null;
  return { field: "to", sentence: "Choose a later day. Single days come with a plan that shows hours." };
}
