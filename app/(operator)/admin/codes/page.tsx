import { CodesView } from "@/components/admin/codes-view";
import { requireOperator } from "@/lib/auth";
import { findCodeByText, listSuspendedCodes, readBlocklist } from "@/lib/operator";
import { readZone, type SearchParams } from "../../../request";
import { titleForOperator } from "../../operator";
import { resolveReportsForOperator, resumeForOperator, suspendForOperator } from "./actions";

export const generateMetadata = () => titleForOperator("Look up a code");

export default async function CodesOfAllPage({ searchParams }: { searchParams: SearchParams }) {
  await requireOperator();
  const { q } = await searchParams;
  const query = typeof q === "string" ? q.slice(0, 2_048) : "";
  const [code, suspended, blocklist, zone] = await Promise.all([
    query.trim() === "" ? null : findCodeByText(query),
    listSuspendedCodes(),
    readBlocklist(),
    readZone(),
  ]);
  const actions = {
    suspend: suspendForOperator,
    resume: resumeForOperator,
    settle: resolveReportsForOperator,
  };
  return <CodesView {...{ query, code, suspended, blocklist, zone, actions }} />;
}
