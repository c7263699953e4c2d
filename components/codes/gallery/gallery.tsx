import type { ShownCode } from "../list/shown-code";
import { CodeCard } from "./code-card";
import { GalleryGrid } from "./gallery-grid";

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
