const height = 16;

/** The last days or hours as bars, the present one last; decoration beside the number that it belongs to. */
export function Spark({ counts, width = 56 }: { counts: readonly number[]; width?: number }) {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length);
  const bars = counts.map((count, day) => ({ day, count, tall: Math.max(1, (count / most) * height) }));
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
      className="block shrink-0 text-c1 [forced-color-adjust:none] forced-colors:text-[CanvasText]"
    >
      {bars.map(({ day, count, tall }) => (
        <rect
          key={day}
          x={(day * step).toFixed(2)}
          y={(height - tall).toFixed(2)}
          width={step - 1}
          height={tall.toFixed(2)}
          fill={count === 0 ? "var(--line)" : "currentColor"}
        />
      ))}
    </svg>
  );
}
