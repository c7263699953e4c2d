import { SkeletonSheet, SkeletonText, Waiting } from "../../ui/skeleton";
import { CardFoot, CardText } from "./card-parts";
import { GalleryGrid } from "./gallery-grid";

/** Sheets to come, in their places. */
export function GallerySkeleton({ count }: { count: number }) {
  return (
    <Waiting what="The codes are on their way.">
      <GalleryGrid>
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are their places.
          <li key={place} className="code-card min-w-0" aria-hidden>
            <SkeletonSheet />
            <CardText name={<SkeletonText className="w-3/5" />} target={<SkeletonText className="w-4/5" />} />
            <CardFoot reading={<SkeletonText className="w-16" />} />
          </li>
        ))}
      </GalleryGrid>
    </Waiting>
  );
}
