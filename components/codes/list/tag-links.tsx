import Link from "next/link";
import { type ListState, listHref } from "./list-state";

interface TagLinksProps {
  tags: readonly string[];
  /** More of them are counted only. */
  most: number;
  list: ListState;
  className?: string;
}

/** Tags of a code, above the link that covers its row or card; each adds itself to the filters of the list. */
export function TagLinks({ tags, most, list, className = "" }: TagLinksProps) {
  if (tags.length === 0) return null;
  const rest = tags.slice(most);
  return (
    <span className={`relative z-1 flex w-fit max-w-full min-w-0 items-center gap-1 ${className}`}>
      {tags.slice(0, most).map((tag) => (
        <Link
          key={tag}
          href={listHref(list, { tags: [...new Set([...list.tags, tag])] })}
          prefetch={false}
          draggable={false}
          aria-label={`Filter by the tag ${tag}`}
          className="group/tag flex min-w-0 items-center justify-center touch:h-11 touch:min-w-11"
        >
          <span className="h-6 min-w-6 truncate rounded-small bg-chip px-1.5 text-center text-tiny leading-6 text-ink-2 group-hover/tag:bg-accent-tint group-hover/tag:text-ink forced-colors:border">
            {tag}
          </span>
        </Link>
      ))}
      {rest.length > 0 && (
        <span className="shrink-0 text-tiny text-ink-3" title={rest.join(", ")}>
          <span aria-hidden>+{rest.length}</span>
          <span className="sr-only">and {rest.join(", ")}</span>
        </span>
      )}
    </span>
  );
}
