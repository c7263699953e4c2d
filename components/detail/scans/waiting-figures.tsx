import { StatRow } from "../../charts/stat";
import { Skeleton, SkeletonText, Waiting } from "../../ui/skeleton";

const stats = ["w-24", "w-28", "w-20"];

/** The place of the figures and the line, at their sizes. */
export function WaitingFigures() {
  return (
    <Waiting what="Counting scans">
      <div aria-hidden>
        <StatRow label="Scans of this code">
          {stats.map((width) => (
            <div key={width} className="stat">
              <dt className="text-small">
                <SkeletonText className={width} />
              </dt>
              <dd className="mt-0.5 min-h-9 text-reading">
                <SkeletonText className="w-20" />
              </dd>
              <dd className="mt-0.5 text-small">
                <SkeletonText className="w-32" />
              </dd>
            </div>
          ))}
        </StatRow>
        <div className="detail-x border-b border-line py-6">
          <div className="flex h-7 items-center text-heading touch:h-11">
            <SkeletonText className="w-16" />
          </div>
          {/* On phones the key to the lines has a line of its own. */}
          <div className="h-[1.375rem] md:hidden" />
          <Skeleton className="mt-3 h-[150px] w-full md:h-[184px]" />
        </div>
      </div>
    </Waiting>
  );
}
