import { type ReactNode, Suspense } from "react";
import { FailedPart } from "../../ui/failed-part";
import { Waiting } from "../../ui/skeleton";

interface PanelProps {
  /** What it shows: "Places". */
  what: string;
  /** As large as what comes. */
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
