import { PageHeader } from "@/components/shell/page-header";
import { SkeletonText, Waiting } from "@/components/ui/skeleton";

const rows = ["a", "b"];

export default function DomainsLoading() {
  return (
    <>
      <PageHeader title="Domains" />
      <Waiting what="The domains are loading.">
        <div className="h-9 border-b border-line max-lg:hidden" />
        {rows.map((row) => (
          <div key={row} className="page-x flex h-15 items-center justify-between gap-6 border-b border-line">
            <SkeletonText className="w-44 text-body" />
            <SkeletonText className="w-28 text-small" />
          </div>
        ))}
      </Waiting>
    </>
  );
}
