import { AccountsView } from "@/components/admin/accounts-view";
import { readAccountQuery } from "@/components/admin/list-parts";
import { requireOperator } from "@/lib/auth";
import { listAccounts } from "@/lib/operator";
import { readZone, type SearchParams } from "../../../request";
import { titleForOperator } from "../../operator";

export const generateMetadata = () => titleForOperator("Accounts");

export default async function AccountsPage({ searchParams }: { searchParams: SearchParams }) {
  await requireOperator();
  const query = readAccountQuery(await searchParams);
  const [found, zone] = await Promise.all([listAccounts(query), readZone()]);
  return <AccountsView query={query} found={found} zone={zone} />;
}
