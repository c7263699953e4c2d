import { redirect } from "next/navigation";
import { requireSession } from "@/lib/auth";
import { hasApiAccess } from "@/lib/plans";

/** The first page of an account: its keys where its plan has them, else its plan. */
export default async function DashboardPage() {
  const { plan } = await requireSession();
  redirect(hasApiAccess(plan) ? "/api-keys" : "/plan");
}
