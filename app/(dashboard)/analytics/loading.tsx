import { BreakdownSkeleton, breakdowns } from "@/components/analytics/blocks/breakdown";
import { LineSkeleton } from "@/components/analytics/blocks/panel";
import { StatsSkeleton } from "@/components/analytics/blocks/stats";
import { PageHeader } from "@/components/shell/page-header";
import { Waiting } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Waiting what="Analytics are loading.">
      <PageHeader
        title="Analytics"
        range={<div className="h-9 touch:h-11" />}
        actions={<div className="h-9 touch:h-11" />}
      />
      <div className="min-h-14 border-b border-line" />
      <StatsSkeleton />
      <div className="page-x border-b border-line py-6">
        <LineSkeleton />
      </div>
      <div className="page-columns border-b border-line">
        {breakdowns.map(({ title }) => (
          <div key={title} className="page-column">
            <BreakdownSkeleton title={title} />
          </div>
        ))}
      </div>
    </Waiting>
  );
}
