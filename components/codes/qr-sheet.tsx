import type { ReactNode } from "react";

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
