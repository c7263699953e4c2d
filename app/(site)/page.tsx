import { Generator } from "@/components/home/generator";
import { PlansTable } from "@/components/home/plans-table";
import { env } from "@/lib/platform/env";

export default function HomePage() {
  return (
    <>
      <Generator origin={env.baseUrl} />
      <PlansTable />
    </>
  );
}
