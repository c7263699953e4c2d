import type { ReactNode } from "react";
import type { QrMatrix, Style } from "@/lib/qr/schema";

/** A document of `drawSvg`, or where the picture is. */
type Picture = { svg: string; src?: never } | { src: string; svg?: never };

type QrSheetProps = Picture & {
  name: string;
  faded?: boolean;
};

/** A white square with a code and its margin, in both themes. The SVG is an image, so that nothing in it can run. */
export function QrSheet({ svg, src, name, faded = false }: QrSheetProps) {
  return (
    <div className="aspect-square w-full bg-paper shadow-paper">
      <img
        src={src ?? `data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={name}
        width={1024}
        height={1024}
        decoding="sync"
        draggable={false}
        className={faded ? "size-full opacity-35" : "size-full"}
      />
    </div>
  );
}

const corners = [
  ["-top-[22px] left-0", "top-0 -left-[22px]"],
  ["-top-[22px] right-0", "top-0 -right-[22px]"],
  ["-bottom-[22px] left-0", "bottom-0 -left-[22px]"],
  ["-bottom-[22px] right-0", "bottom-0 -right-[22px]"],
] as const;

/** A printer's marks around what it holds: eight lines of 14 px, aligned with the edges, 8 px outside. */
export function CropMarks({ children, tone = "text-ink-3" }: { children?: ReactNode; tone?: string }) {
  return (
    <div className={`relative ${tone}`}>
      {corners.map(([upright, level]) => (
        <span key={upright} aria-hidden="true">
          <span className={`absolute h-3.5 w-px bg-current ${upright}`} />
          <span className={`absolute h-px w-3.5 bg-current ${level}`} />
        </span>
      ))}
      {children}
    </div>
  );
}

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
