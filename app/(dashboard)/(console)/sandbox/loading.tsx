import { SandboxLine } from "@/components/shell/environment";
import { PageHeader } from "@/components/shell/page-header";
import { Skeleton, SkeletonText, Waiting } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Waiting what="The sandbox is on its way">
      <SandboxLine environment="sandbox" />
      <PageHeader title="Sandbox" actions={<div className="h-9 touch:h-11" />} />
      <div className="page-x border-b border-line py-6 md:py-8">
        <div className="max-w-[66ch]">
          <SkeletonText className="w-full" />
          <SkeletonText className="w-full" />
          <SkeletonText className="w-2/3" />
        </div>
        <Skeleton className="mt-4 h-9 w-80 max-w-full touch:h-11" />
      </div>
      <div className="page-x border-b border-line py-6">
        <div className="grid max-w-[60rem] gap-x-10 gap-y-5 md:grid-cols-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      </div>
      {[1, 2, 3].map((row) => (
        <div key={row} className="page-x flex h-15 items-center gap-3 border-b border-line">
          <Skeleton className="size-11" />
          <SkeletonText className="w-48" />
        </div>
      ))}
    </Waiting>
  );
}
