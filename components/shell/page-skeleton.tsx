import { Skeleton } from "../ui/skeleton";

/** A page that is on its way: its bar and its first blocks at their places. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <div className="page-x flex min-h-14 items-center border-b border-line md:min-h-16">
        <Skeleton className="h-5 w-32" />
      </div>
      {["first", "second"].map((block) => (
        <div key={block} className="page-x border-b border-line py-6 md:py-8">
          <div className="grid max-w-[40rem] gap-4">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-9 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
