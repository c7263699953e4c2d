import { describeControl } from "../../ui/field";

interface ColourFieldProps {
  id: string;
  label: string;
  /** As typed; empty stands for `usual`. */
  value: string;
  usual: string;
  /** In the place of `usual` while nothing is typed. */
  placeholder?: string;
  fault: string | undefined;
  /** What it colours, told on phones, where the field stands on a line of its own. */
  caption?: string;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/** A swatch that opens the system's picker, and the same colour in digits; either changes both. */
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
