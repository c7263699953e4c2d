import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requireOperator } from "@/lib/auth";
import DashboardLayout from "../(dashboard)/layout";

export const metadata: Metadata = { robots: { index: false } };

/** Beside the dashboard, so that other users get the page of an unknown address. Pages check too: a layout is not run again. */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  await requireOperator();
  return <DashboardLayout>{children}</DashboardLayout>;
}
