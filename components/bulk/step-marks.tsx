import { Check } from "lucide-react";

const steps = ["File", "Columns", "Check", "Create"] as const;
export type Step = (typeof steps)[number];

interface StepMarksProps {
  step: Step;
  isDone?: boolean;
  /** Goes back to a step that is done; steps without it can't be gone back to. */
  onBack?: readonly (readonly [step: Step, go: () => void])[];
}

export function StepMarks({ step, isDone = false, onBack = [] }: StepMarksProps) {
  const now = isDone ? steps.length : steps.indexOf(step);
  return (
    <ol aria-label="Steps" className="flex items-center gap-2 text-body">
      {steps.map((name, at) => (
        <li
          key={name}
          className="flex items-center gap-2"
          {...(at === now ? { "aria-current": "step" as const } : {})}
        >
          {at > 0 && <span className="h-px w-4 bg-line-strong md:w-6" aria-hidden />}
          <StepMark
            name={name}
            number={at + 1}
            isDone={at < now}
            isNow={at === now}
            onBack={onBack.find(([one]) => one === name)?.[1]}
          />
        </li>
      ))}
    </ol>
  );
}

interface StepMarkProps {
  name: Step;
  number: number;
  isDone: boolean;
  isNow: boolean;
  onBack: (() => void) | undefined;
}

function StepMark({ name, number, isDone, isNow, onBack }: StepMarkProps) {
  const mark = isNow
    ? "border-accent bg-accent text-on-accent"
    : isDone
      ? "border-accent text-accent"
      : "border-line-strong text-ink-3";
  const inside = (
    <>
      <span
        className={`grid size-6 shrink-0 place-items-center rounded-full border text-tiny font-medium ${mark}`}
        aria-hidden
      >
        {isDone ? <Check size={14} strokeWidth={1.8} /> : number}
      </span>
      <span className={isNow ? "font-medium text-ink" : "text-ink-2 max-lg:sr-only"}>{name}</span>
      {isDone && <span className="sr-only">, done</span>}
    </>
  );
  const classes = "flex items-center gap-2 rounded-medium";
  if (!isDone || onBack === undefined) return <span className={classes}>{inside}</span>;
  return (
    <button
      type="button"
      onClick={onBack}
      title={`Back to ${name}`}
      className={`${classes} min-h-6 hover:text-ink hover:underline touch:min-h-11 touch:min-w-11 touch:justify-center`}
    >
      {inside}
    </button>
  );
}
