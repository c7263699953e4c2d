import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requireOperator } from "@/lib/auth";
import DashboardLayout from "../(dashboard)/layout";

export const metadata: Metadata = { robots: { index: false } };

/**
 * The operator's pages, in the frame of the account's. They are beside the dashboard and not in it, so that a user who is
 * not the operator gets the very page of an unknown address. Each asks by itself, too: a layout is not made again between
 * pages.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  await requireOperator();
  return <DashboardLayout>{children}</DashboardLayout>;
}
