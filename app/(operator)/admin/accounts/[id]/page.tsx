import { notFound } from "next/navigation";
import { AccountPage } from "@/components/admin/account-page";
import { requireOperator } from "@/lib/auth";
import { getAccount } from "@/lib/operator";
import { ServiceError } from "@/lib/platform/errors";
import { readZone } from "../../../../request";
import { titleForOperator } from "../../../operator";
import { deletePersonsAccount, sendResetLink, setPlanOf, signOutPerson } from "../actions";

export const generateMetadata = () => titleForOperator("Account");

const actions = {
  setPlan: setPlanOf,
  signOut: signOutPerson,
  sendReset: sendResetLink,
  remove: deletePersonsAccount,
};

export default async function OneAccountPage({ params }: { params: Promise<{ id: string }> }) {
  await requireOperator();
  const { id } = await params;
  const [account, zone] = await Promise.all([getAccount(id).catch(missing), readZone()]);
  return <AccountPage account={account} zone={zone} actions={actions} />;
}

function missing(error: unknown): never {
  if (error instanceof ServiceError && error.code === "not_found") notFound();
  throw error;
}
