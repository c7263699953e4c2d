import { ChevronDown } from "lucide-react";

interface FilterChoiceProps {
  label: string;
  choices: readonly { value: string; name: string }[];
  value: string;
  onChoose: (value: string) => void;
  /** It leaves codes out, and is marked. */
  isSet?: boolean;
  className?: string;
}

/** One of a few by the browser's own list, as wide as what is chosen. A filter that is set is marked. */
export function FilterChoice({ label, choices, value, onChoose, isSet, className = "" }: FilterChoiceProps) {
  return (
    <div className={`relative min-w-0 max-md:flex-auto ${className}`}>
      <select
        aria-label={label}
        value={value}
        data-set={isSet || undefined}
        onChange={(event) => onChoose(event.target.value)}
        className="h-9 w-full max-w-52 min-w-0 cursor-pointer appearance-none truncate rounded-control border border-line-strong bg-surface [field-sizing:content] pr-8 pl-3 text-lead data-set:border-accent data-set:bg-accent-tint max-md:max-w-none max-md:pr-5.5 max-md:pl-2 max-md:tracking-tight touch:h-11 md:text-body"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={1.6}
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-3 max-md:right-1.5"
        aria-hidden
      />
    </div>
  );
}
