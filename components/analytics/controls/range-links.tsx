"use client";

import { useGo } from "../../charts/use-go";
import { SegmentedLinks } from "../../ui/segmented-links";

/** How long the window is; the figures of another stay until its own are there. */
export function RangeLinks({
  links,
}: {
  links: readonly { href: string; name: string; isCurrent: boolean }[];
}) {
  const go = useGo();
  const followed = links.map((link) => ({
    ...link,
    onFollow: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      go(link.href);
    },
  }));
  return <SegmentedLinks label="Range" links={followed} />;
}
