import type { ReactNode } from "react";
import { FieldFault } from "../../ui/field";
import type { Look } from "../draft/draft";
import type { FieldFaults } from "../forms/use-field-faults";

/** What every part of the style is given. */
export interface LookProps {
  look: Look;
  fields: FieldFaults;
  change: (part: Partial<Look>) => void;
  /** Pixels of the largest picture. */
  maxSize: number;
}

interface LookRowProps {
  label: string;
  /** Faults of the row's controls: [id of the control, words]. */
  faults?: readonly (readonly [id: string, fault: string | undefined])[];
  children: ReactNode;
}

/** One line of the style: what it is at the left (above on phones), its controls beside it. */
export function LookRow({ label, faults = [], children }: LookRowProps) {
  return (
    <div className="look-row grid items-start gap-x-4 gap-y-1.5 py-2.5 md:grid-cols-[5.5rem_minmax(0,1fr)] md:border-t md:border-line">
      <p className="text-small text-ink-2 max-md:font-medium max-md:text-ink md:pt-2.5" aria-hidden>
        {label}
      </p>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">{children}</div>
        {faults.map(([id, fault]) => (
          <FieldFault key={id} id={id} fault={fault} />
        ))}
      </div>
    </div>
  );
}
