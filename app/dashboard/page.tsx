import { redirect } from "next/navigation";
import { requireSession } from "@/lib/auth";
import { hasDashboard } from "@/lib/plans";

export default async function DashboardPage() {
  const { plan } = await requireSession();
  redirect(hasDashboard(plan) ? "/codes" : "/api-keys");
}
