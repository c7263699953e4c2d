import type { EyeShape, FrameStyle, ModuleShape } from "@/lib/qr/schema";

/** Drawn glyphs of 14 px: what the choice does, at the size of a word. */
const modulePaths: Record<ModuleShape, string> = {
  square: "M1 1h4v4H1zM5 5h4v4H5zM9 1h4v4H9zM1 9h4v4H1zM9 9h4v4H9z",
  rounded: "M3 1h3v4h4a3 3 0 0 1 3 3v2a3 3 0 0 1-3 3H7V9H4a3 3 0 0 1-3-3V3a2 2 0 0 1 2-2z",
  dots: "M3 1.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM11 1.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM7 5.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM3 9.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM11 9.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
};

export function ModuleGlyph({ shape }: { shape: ModuleShape }) {
  return (
    <Glyph>
      <path d={modulePaths[shape]} fill="currentColor" />
    </Glyph>
  );
}

/** The eye as it is drawn, two pixels a module. */
const eyePaths: Record<EyeShape, string> = {
  square: "M0 0h14v14H0zM2 2h10v10H2zM4 4h6v6H4z",
  rounded:
    "M1 0h12a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H1a1 1 0 0 1-1-1V1a1 1 0 0 1 1-1zM4 2h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM5.5 4h3A1.5 1.5 0 0 1 10 5.5v3A1.5 1.5 0 0 1 8.5 10h-3A1.5 1.5 0 0 1 4 8.5v-3A1.5 1.5 0 0 1 5.5 4z",
  circle:
    "M0 0h14v14H0zM3 2h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zM7 3.9a3.1 3.1 0 1 1 0 6.2 3.1 3.1 0 0 1 0-6.2z",
};

export function EyeGlyph({ shape }: { shape: EyeShape }) {
  return (
    <Glyph>
      <path d={eyePaths[shape]} fill="currentColor" fillRule="evenodd" />
    </Glyph>
  );
}

export function FrameGlyph({ style }: { style: FrameStyle }) {
  const radius = { square: 0, rounded: 3.5, circle: 6.2, dashed: 2 }[style];
  return (
    <Glyph>
      {style !== "square" && (
        <rect
          x={0.8}
          y={0.8}
          width={12.4}
          height={12.4}
          rx={radius}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.6}
          {...(style === "dashed" ? { strokeDasharray: "2.2 1.6" } : {})}
        />
      )}
      <path d="M4.5 4.5h5v5h-5z" fill="currentColor" />
    </Glyph>
  );
}

function Glyph({ children }: { children: React.ReactNode }) {
  return (
    <svg
      width={14}
      height={14}
      viewBox="0 0 14 14"
      aria-hidden="true"
      focusable="false"
      className="shrink-0 max-sm:hidden md:max-lg:hidden"
    >
      {children}
    </svg>
  );
}
