import { PageHeader } from "@/components/shell/page-header";
import { Skeleton, SkeletonText, Waiting } from "@/components/ui/skeleton";

const rows = ["a", "b", "c"];

export default function WebhooksLoading() {
  return (
    <>
      <PageHeader title="Webhooks" />
      <Waiting what="The webhooks are loading.">
        <div className="h-9 border-b border-line max-lg:hidden" />
        {rows.map((row) => (
          <div key={row} className="page-x flex h-16 items-center justify-between gap-6 border-b border-line">
            <span className="min-w-0">
              <SkeletonText className="w-32 text-body" />
              <SkeletonText className="w-56 text-mono" />
            </span>
            <Skeleton className="h-4 w-29" />
          </div>
        ))}
      </Waiting>
    </>
  );
}
