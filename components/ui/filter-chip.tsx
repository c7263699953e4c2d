import { X } from "lucide-react";

interface FilterChipProps {
  words: string;
  /** Takes the filter away. The chip goes with it, so the focus has to move before. */
  onRemove: (chip: HTMLElement) => void;
}

/** A filter that is set, as a button that removes it. */
export function FilterChip({ words, onRemove }: FilterChipProps) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => onRemove(currentTarget)}
      aria-label={`${words}, remove this filter`}
      className="inline-flex h-9 max-w-full min-w-0 items-center gap-2 rounded-control bg-accent-tint px-3 text-small font-medium text-accent hover:text-accent-hover touch:h-11 forced-colors:border"
    >
      <span className="min-w-0 truncate">{words}</span>
      <X size={14} strokeWidth={1.6} className="shrink-0" aria-hidden />
    </button>
  );
}
