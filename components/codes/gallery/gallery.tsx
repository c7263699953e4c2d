import type { ReactNode } from "react";
import type { ShownCode } from "../list/shown-code";
import { CodeCard } from "./code-card";

/** Cards that are in sight at once on most screens; those further down are fetched when they come near. */
const eagerCards = 12;

export function Gallery({ codes }: { codes: readonly ShownCode[] }) {
  return (
    <GalleryGrid>
      {codes.map((shown, index) => (
        <CodeCard key={shown.code.id} shown={shown} isLazy={index >= eagerCards} />
      ))}
    </GalleryGrid>
  );
}

/** Two columns on phones, three, four; from 1,600 px on as many as fit. */
export function GalleryGrid({ children }: { children: ReactNode }) {
  return <ul className="code-gallery page-x pt-2 pb-8">{children}</ul>;
}
