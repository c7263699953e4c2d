/** A placeholder of the final size, invisible for 200 ms. Screen readers hear the `Waiting` around it once. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <div className={`pending rounded-small bg-chip forced-colors:border ${className}`} aria-hidden />;
}

/** A line of text to come, as high as the line. */
export function SkeletonText({ className = "w-32" }: { className?: string }) {
  return (
    <span className={`flex h-[1lh] items-center ${className}`} aria-hidden>
      <span className="pending h-[0.7em] w-full rounded-small bg-chip" />
    </span>
  );
}

/** A sheet to come: paper with its three eyes. */
export function SkeletonSheet({ className = "" }: { className?: string }) {
  return (
    <div className={`relative aspect-square bg-paper shadow-paper ${className}`} aria-hidden>
      <SheetEyes />
    </div>
  );
}

/** Where the three eyes of a code will be, on paper that has its size already. */
export function SheetEyes() {
  return (
    <svg viewBox="0 0 37 37" className="absolute inset-0 size-full" aria-hidden="true">
      <path d="M4.5 4.5h6v6h-6zM26.5 4.5h6v6h-6zM4.5 26.5h6v6h-6z" fill="none" stroke="var(--eye-ghost)" />
    </svg>
  );
}

/** Around the skeletons of a part of a page: what a reader hears in their place. */
export function Waiting({ what, children }: { what: string; children: React.ReactNode }) {
  return (
    <div role="status" className="contents">
      <span className="sr-only">{what}</span>
      {children}
    </div>
  );
}
