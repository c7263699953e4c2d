import { type ReactNode, Suspense } from "react";
import { FailedPart } from "../../ui/failed-part";
import { Skeleton, Waiting } from "../../ui/skeleton";

interface PanelProps {
  what: string;
  skeleton: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The digest of a report that would take too long; all else that a browser is told of a fault is a number. */
export const tooLong = "too_long";

/** A part of the page that waits and fails alone. */
export function Panel({ what, skeleton, className = "", children }: PanelProps) {
  return (
    <div className={className}>
      <FailedPart
        what={what}
        reasons={{ [tooLong]: "this range has too many scans to filter quickly. A shorter one has fewer." }}
        className={`min-h-28 ${className === "" ? "page-x border-b border-line" : ""}`}
      >
        <Suspense fallback={<Waiting what={`${what} are on their way`}>{skeleton}</Waiting>}>
          {children}
        </Suspense>
      </FailedPart>
    </div>
  );
}

/** Charts to come, each as high as it will be. */
export function LineSkeleton() {
  return (
    <div>
      <p className="flex min-h-7 items-center text-heading touch:min-h-11">Scans</p>
      {/* On phones the key to the lines has a line of its own. */}
      <p className="h-[1.375rem] md:hidden" />
      <Skeleton className="mt-3 h-[150px] w-full md:h-[228px]" />
    </div>
  );
}

export function HeatSkeleton() {
  return (
    <div>
      <p className="flex min-h-7 items-center text-heading touch:min-h-11">Hour and weekday</p>
      <div className="heat-ghost pending mt-3" aria-hidden />
      <div className="mt-3 h-[1.125rem]" />
    </div>
  );
}

export function FeedSkeleton() {
  return (
    <div>
      <p className="flex min-h-7 items-center text-heading">Last scans</p>
      <div className="mt-2 min-h-[245px]">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <div key={row} className="flex h-10 items-center">
            <Skeleton className="h-3 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
