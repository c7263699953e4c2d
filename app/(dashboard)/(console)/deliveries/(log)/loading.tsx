import { PageHeader } from "@/components/shell/page-header";
import { Skeleton, Waiting } from "@/components/ui/skeleton";

const rows = Array.from({ length: 12 }, (_, row) => row);

export default function DeliveriesLoading() {
  return (
    <>
      <PageHeader title="Deliveries" />
      <Waiting what="The deliveries are loading.">
        <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,43%)] min-[100rem]:grid-cols-[minmax(0,1fr)_44rem]">
          <div>
            <div className="h-[61px] border-b border-line" />
            <div className="h-9 border-b border-line" />
            {rows.map((row) => (
              <div key={row} className="page-start flex h-10 items-center gap-8 border-b border-line pr-6">
                <Skeleton className="h-3 w-14" />
                <Skeleton className="h-3 w-24" />
                <Skeleton className="ml-auto h-3 w-20" />
              </div>
            ))}
          </div>
          <div className="border-line bg-canvas max-lg:hidden lg:border-l" />
        </div>
      </Waiting>
    </>
  );
}
