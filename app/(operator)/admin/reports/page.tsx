import { readReportQuery } from "@/components/admin/list-parts";
import { ReportsView } from "@/components/admin/reports-view";
import { requireOperator } from "@/lib/auth";
import { listReportedCodes } from "@/lib/operator";
import { readZone, type SearchParams } from "../../../request";
import { titleForOperator } from "../../operator";
import { resolveReportsForOperator, resumeForOperator, suspendForOperator } from "../codes/actions";

export const generateMetadata = () => titleForOperator("Reports");

export default async function ReportsPage({ searchParams }: { searchParams: SearchParams }) {
  await requireOperator();
  const query = readReportQuery(await searchParams);
  const [found, zone] = await Promise.all([listReportedCodes(query), readZone()]);
  const actions = {
    suspend: suspendForOperator,
    resume: resumeForOperator,
    settle: resolveReportsForOperator,
  };
  return <ReportsView query={query} found={found} zone={zone} actions={actions} />;
}
