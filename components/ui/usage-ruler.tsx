const steps = Array.from({ length: 11 }, (_, step) => step * 10);

/** From this share of a limit on the ruler warns. */
const nearlyFull = 0.9;

interface UsageRulerProps {
  used: number;
  limit: number;
  noun: string;
  /** What a full ruler says; printed codes never stop. */
  fullNote?: string;
  isCompact?: boolean;
}

/** Ten ticks on a base line and the bar of what is used; in words above it, with what is left once that is little. */
export function UsageRuler({ used, limit, noun, fullNote = "Full", isCompact = false }: UsageRulerProps) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const isFull = used >= limit;
  const isNear = !isFull && share >= nearlyFull;
  const left = limit - used;
  const tone = isFull ? "text-stop" : isNear ? "text-warn" : "text-accent";
  const note = isFull ? fullNote : isNear ? `${left === 1 ? "One" : count(left)} left` : null;
  return (
    <div className="min-w-0">
      <p className={`flex flex-wrap justify-between gap-x-3 ${isCompact ? "text-small" : "text-body"}`}>
        <span className="font-medium">
          {count(used)} of {count(limit)} {noun}
        </span>
        {note !== null && <span className={tone}>{note}</span>}
      </p>
      <Ticks share={share} tone={tone} />
    </div>
  );
}

/** The drawing alone; what it shows stands in words beside it. */
export function Ticks({ share, tone, added = 0 }: { share: number; tone: string; added?: number }) {
  return (
    <svg
      width="100%"
      height={12}
      className={`mt-1 block overflow-visible [forced-color-adjust:none] forced-colors:text-[CanvasText] ${tone}`}
      aria-hidden="true"
      focusable="false"
    >
      {steps.map((step) => (
        <line
          key={step}
          x1={`${step}%`}
          x2={`${step}%`}
          y1={step % 100 === 0 ? 1 : 4}
          y2={11}
          stroke="var(--line-strong)"
          transform={step === 100 ? "translate(-0.5)" : "translate(0.5)"}
        />
      ))}
      <line x1="0" x2="100%" y1={11.5} y2={11.5} stroke="var(--line-strong)" />
      <rect x="0" y={8} width={`${(share * 100).toFixed(2)}%`} height={4} fill="currentColor" />
      {added > 0 && (
        <rect
          x={`${(share * 100).toFixed(2)}%`}
          y={8}
          width={`${(added * 100).toFixed(2)}%`}
          height={4}
          fill="var(--mark)"
        />
      )}
    </svg>
  );
}

const count = (value: number): string => value.toLocaleString("en-GB");
