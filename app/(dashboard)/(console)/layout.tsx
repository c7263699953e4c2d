import type { ReactNode } from "react";
import { ConsoleTabs } from "@/components/shell/nav/nav-controls";
import { requireSession } from "@/lib/auth";
import { hasApiAccess, hasDashboard } from "@/lib/plans";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { plan } = await requireSession();
  return (
    <>
      {hasDashboard(plan) && hasApiAccess(plan) && <ConsoleTabs />}
      {children}
    </>
  );
}
