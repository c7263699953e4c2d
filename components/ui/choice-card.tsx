import type { ReactNode } from "react";

interface ChoiceCardProps {
  name: string;
  value: string;
  isChosen: boolean;
  title: string;
  children: ReactNode;
  onChoose: () => void;
}

/** One of a few choices that need a sentence each; the radio button at its right is the browser's own. */
export function ChoiceCard({ name, value, isChosen, title, children, onChoose }: ChoiceCardProps) {
  return (
    <label
      className={[
        "relative flex gap-4 rounded-control border border-line-strong bg-surface p-4 select-none",
        "hover:bg-canvas has-checked:border-accent has-checked:bg-accent-tint has-checked:shadow-[inset_0_0_0_0.5px_var(--accent)]",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
      ].join(" ")}
    >
      <span className="min-w-0 flex-1">
        <span className="block text-body font-medium">{title}</span>
        <span className="mt-0.5 block text-small text-ink-2">{children}</span>
      </span>
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        onChange={onChoose}
        className="size-[18px] shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-[5px] checked:border-accent forced-colors:appearance-auto"
      />
    </label>
  );
}
