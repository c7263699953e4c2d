import type { QrMatrix, Style } from "@/lib/qr/schema";

/** Where frame and code begin, in percent of the width; and the quiet zone in whole modules, which rounding widens. */
function measure(matrix: QrMatrix, style: Style): { frame: number; code: number; quiet: number } {
  const frame = style.frame.style === "square" ? 0 : style.frame.size;
  const width = style.size + 2 * frame;
  const module = Math.floor(style.size / (matrix.size + 2 * style.quietZone));
  const margin = (style.size - matrix.size * module) / 2;
  return {
    frame: (frame / width) * 100,
    code: ((frame + margin) / width) * 100,
    quiet: Math.floor(margin / module),
  };
}

export function Ruler({ matrix, style }: { matrix: QrMatrix; style: Style }) {
  const { frame, code, quiet } = measure(matrix, style);
  const percent = (value: number) => `${value.toFixed(3)}%`;
  const line = { stroke: "var(--mark)", strokeWidth: 1 };
  const tick = { stroke: "var(--accent)", strokeWidth: 1 };
  const zone = percent(code - frame);
  const text = { y: 15, textAnchor: "middle", fill: "currentColor" } as const;
  return (
    <svg
      width="100%"
      height={22}
      aria-hidden="true"
      focusable="false"
      className="block overflow-visible text-[0.6875rem] text-accent"
    >
      <rect x={percent(frame)} y={3} width={zone} height={16} fill="var(--accent-tint)" />
      <rect x={percent(100 - code)} y={3} width={zone} height={16} fill="var(--accent-tint)" />
      <line x1={percent(code)} x2={percent(100 - code)} y1={11} y2={11} {...line} />
      {[frame, code, 100 - code, 100 - frame].map((at) => (
        <line key={at} x1={percent(at)} x2={percent(at)} y1={3} y2={19} {...tick} />
      ))}
      <text x={percent((frame + code) / 2)} {...text}>
        {quiet}
      </text>
      <text x={percent(100 - (frame + code) / 2)} {...text}>
        {quiet}
      </text>
      {/* The gap in the line is drawn first: within one text a letter's gap would cover the letter before it. */}
      {[{ stroke: "var(--canvas)", strokeWidth: 12 }, {}].map((gap) => (
        <text key={gap.stroke ?? "words"} x="50%" {...text} {...gap}>
          {matrix.size} modules
        </text>
      ))}
    </svg>
  );
}
