import type { ReactNode } from "react";
import { ConsoleTabs } from "@/components/shell/nav/console-tabs";
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
