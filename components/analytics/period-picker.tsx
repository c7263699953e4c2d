"use client";

import { CalendarDays, ChevronDown } from "lucide-react";
import { type ComponentType, useRef, useState } from "react";
import { buttonClasses } from "../ui/button";
import { toast } from "../ui/toast";
import { labelPeriod } from "./period";
import type { PeriodPanelProps } from "./period-panel";
import type { View } from "./view";

const loadPanel = () => import("./period-panel");

type PeriodPickerProps = Pick<PeriodPanelProps, "ranges" | "hasHours"> & {
  view: View;
  zone: string;
  /** False where the address names no period that there is. */
  isKnown: boolean;
};

/** Of which days the page is. What draws the panel is loaded when the button is reached for. */
export function PeriodPicker({ view, zone, isKnown, ...rest }: PeriodPickerProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [Panel, setPanel] = useState<ComponentType<PeriodPanelProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    try {
      const { PeriodPanel } = await loadPanel();
      setPanel(() => PeriodPanel);
      setOpen(true);
    } catch {
      toast.fault("The periods didn't load. Check your connection and try again.");
    }
  };
  const reach = () => void loadPanel().catch(() => {});
  const name = isKnown ? labelPeriod(view.range).name : "Choose a period";
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Period, ${name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={reach}
        onFocus={reach}
        onClick={() => (isOpen ? setOpen(false) : void open())}
        className={buttonClasses({ kind: "secondary", className: "max-w-full min-w-0 px-3! font-normal!" })}
      >
        <CalendarDays size={16} strokeWidth={1.6} className="shrink-0 text-ink-3" aria-hidden />
        <span className="min-w-0 truncate">{name}</span>
        <ChevronDown size={16} strokeWidth={1.6} className="shrink-0 text-ink-3" aria-hidden />
      </button>
      {Panel && (
        <Panel
          {...rest}
          view={view}
          zone={zone}
          isKnown={isKnown}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          anchor={button}
        />
      )}
    </>
  );
}
