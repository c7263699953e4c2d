import { sayCount } from "../ui/counts";

interface LineTooltipProps {
  title: string;
  rows: readonly { name: string; count: number }[];
}

/** What a line says at one place; told to who listens as the arrows move. */
export function LineTooltip({ title, rows }: LineTooltipProps) {
  return (
    <div
      role="status"
      className="min-w-36 rounded-control bg-raised px-3 py-2 text-tiny whitespace-nowrap shadow-float forced-colors:border"
    >
      <p className="text-ink-3">{title}</p>
      <dl className="mt-0.5 grid grid-cols-[1fr_auto] gap-x-6">
        {rows.map(({ name, count }, index) => (
          <div key={name} className={`contents ${index === 0 ? "font-medium" : "text-ink-2"}`}>
            <dt>{name}</dt>
            <dd className="text-right">{sayCount(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
