import { redirect } from "next/navigation";
import { requireSession } from "@/lib/auth";
import { hasDashboard } from "@/lib/plans";

/** The first page of an account: its codes, or its keys on a plan that works through the API. */
export default async function DashboardPage() {
  const { plan } = await requireSession();
  redirect(hasDashboard(plan) ? "/codes" : "/api-keys");
}
