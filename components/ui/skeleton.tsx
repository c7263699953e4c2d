/** A block of the size of what comes; seen only when that takes longer than 200 ms. */
export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton rounded-small ${className}`} aria-hidden="true" />;
}
