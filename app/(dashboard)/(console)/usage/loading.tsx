import { Stat, StatRow } from "@/components/charts/stat";
import { PageHeader } from "@/components/shell/page-header";
import { Skeleton, SkeletonText, Waiting } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Waiting what="Usage is on its way">
      <PageHeader
        title="Usage"
        filters={<div className="h-9 touch:h-[46px]" />}
        range={<div className="h-9 touch:h-[46px]" />}
        actions={<div className="h-9 touch:h-11" />}
      />
      <div className="page-x border-b border-line py-6">
        <Skeleton className="h-[94px] w-full" />
      </div>
      <StatRow label="Requests">
        {["Requests", "Refused", "Over the limit", "Failed"].map((label) => (
          <Stat key={label} label={label} value={<SkeletonText className="w-24" />} note={<SkeletonText />} />
        ))}
      </StatRow>
      <div className="page-x border-b border-line py-6">
        <Skeleton className="h-[254px] w-full md:h-[292px]" />
      </div>
    </Waiting>
  );
}
