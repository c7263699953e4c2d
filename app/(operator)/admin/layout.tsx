import type { ReactNode } from "react";
import { AdminTabs } from "@/components/admin/admin-tabs";
import { requireOperator } from "@/lib/auth";
import { countWaiting } from "@/lib/operator";

export default async function AdminLayout({ children }: { children: ReactNode }) {
  await requireOperator();
  return (
    <>
      <AdminTabs waiting={await countWaiting()} />
      {children}
    </>
  );
}
