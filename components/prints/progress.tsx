interface ProgressProps {
  /** What is counted, as a reader hears it. */
  label: string;
  value: number;
  most: number;
  /** In words: "Reading 84 of 200". */
  children: string;
}

/** How far something is: the words, and a bar that moves with them. */
export function Progress({ label, value, most, children }: ProgressProps) {
  const share = most === 0 ? 0 : Math.min(1, value / most);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={children}
    >
      <p className="mb-2 text-body">{children}</p>
      <div className="h-1 bg-chip forced-colors:border">
        <div
          className="h-full origin-left bg-accent transition-transform duration-240 motion-reduce:transition-none forced-colors:bg-[CanvasText]"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}
