import { Generator } from "@/components/home/generator";
import { PlansTable } from "@/components/home/plans-table";
import { env } from "@/lib/platform/env";
import { findVisitor } from "../site-header";

export default async function HomePage() {
  return (
    <>
      <Generator origin={env.baseUrl} />
      <PlansTable isSignedIn={(await findVisitor()) !== null} />
    </>
  );
}
