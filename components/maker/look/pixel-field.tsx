import { controlClasses, describeControl } from "../../ui/field";

interface PixelFieldProps {
  id: string;
  label: string;
  unit: string;
  value: string;
  /** Shown while nothing is typed: what it then is. */
  usual: number;
  fault: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/** A whole number with its unit inside at the right. */
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
