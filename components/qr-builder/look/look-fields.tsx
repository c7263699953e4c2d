import type { ReactNode } from "react";
import { controlClasses, describeControl, FieldFault } from "../../ui/field";
import type { Look } from "../draft/draft";
import type { FieldFaults } from "../forms/form-fields";

export interface LookProps {
  look: Look;
  fields: FieldFaults;
  change: (part: Partial<Look>) => void;
  /** Pixels of the largest picture. */
  maxSize: number;
}

interface LookRowProps {
  label: string;
  faults?: readonly (readonly [id: string, fault: string | undefined])[];
  children: ReactNode;
}

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

interface ColourFieldProps {
  id: string;
  label: string;
  /** As typed; empty stands for `usual`. */
  value: string;
  usual: string;
  /** In the place of `usual` while nothing is typed. */
  placeholder?: string;
  fault: string | undefined;
  caption?: string;
  onChange: (value: string) => void;
  onLeave: () => void;
}

export function ColourField({
  id,
  label,
  value,
  usual,
  placeholder = usual.toUpperCase(),
  fault,
  caption,
  onChange,
  onLeave,
}: ColourFieldProps) {
  const shown = value === "" ? usual : value;
  return (
    <div
      className={[
        "flex h-9 items-center gap-2 rounded-control border border-line-strong bg-surface pr-1 pl-2 touch:h-12 max-md:flex-1",
        caption === undefined ? "" : "max-md:basis-full",
        fault === undefined ? "" : "border-stop shadow-[inset_0_0_0_1px_var(--stop)]",
        "has-[input[type=text]:focus-visible]:outline-2 has-[input[type=text]:focus-visible]:outline-offset-2 has-[input[type=text]:focus-visible]:outline-accent",
      ].join(" ")}
    >
      <input
        type="color"
        aria-label={`${label}, pick`}
        value={toSixDigits(shown) ?? "#000000"}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
        className="swatch size-6 shrink-0 cursor-pointer touch:size-8"
      />
      <input
        {...describeControl({ id, fault })}
        type="text"
        aria-label={`${label}, hex`}
        value={value}
        placeholder={placeholder}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => onChange(event.target.value.trim())}
        onBlur={onLeave}
        className="h-full w-[9ch] min-w-0 bg-transparent font-mono text-mono outline-none max-md:w-full max-md:text-lead"
      />
      {caption !== undefined && (
        <span className="pr-2 text-small whitespace-nowrap text-ink-3 md:hidden" aria-hidden>
          {caption}
        </span>
      )}
    </div>
  );
}

/** `#rrggbb`, the only form that the system's picker takes; undefined for what is no colour. */
export function toSixDigits(hex: string): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(hex)) return hex.toLowerCase();
  if (/^#[0-9a-f]{3}$/i.test(hex)) return hex.toLowerCase().replace(/[0-9a-f]/g, "$&$&");
  return undefined;
}

interface PixelFieldProps {
  id: string;
  label: string;
  unit: string;
  value: string;
  usual: number;
  fault: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
}

export function PixelField({ id, label, unit, value, usual, fault, onChange, onLeave }: PixelFieldProps) {
  return (
    <div className="relative w-32 max-md:w-40">
      <input
        {...describeControl({ id, fault })}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${label}, ${unit}`}
        value={value}
        placeholder={String(usual)}
        maxLength={5}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        className={`${controlClasses} h-9 pr-17 touch:h-12`}
      />
      <span
        className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-small text-ink-3"
        aria-hidden
      >
        {unit}
      </span>
    </div>
  );
}
