import { controlClasses, describeControl, Field } from "../../ui/field";

/** Several lines of text. */
export function TextArea({
  id,
  label,
  rows,
  value,
  hint,
  fault,
  className,
  isCode = false,
  onChange,
  onLeave,
}: {
  id: string;
  label: string;
  rows: number;
  value: string;
  hint: string;
  fault: string | undefined;
  className?: string;
  isCode?: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
}) {
  return (
    <Field {...{ id, label, hint, fault, ...(className === undefined ? {} : { className }) }}>
      <textarea
        {...describeControl({ id, hint, fault })}
        rows={rows}
        spellCheck={!isCode}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        className={`${controlClasses} block resize-y py-2 ${isCode ? "font-mono md:text-code" : ""}`}
      />
    </Field>
  );
}
