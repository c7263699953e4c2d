import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { Sidebar } from "@/components/shell/sidebar";
import { describeUsage } from "@/lib/accounts";
import { callerOf, requireSession, signOut } from "@/lib/auth";

export const metadata: Metadata = { robots: { index: false } };

/** Pages of an account. Each of them asks by itself who is signed in: a layout is not made anew between pages. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  const usage = await describeUsage(callerOf(session));
  const name = session.name ?? session.email;
  return <Shell sidebar={<Sidebar name={name} usage={usage} signOut={signOut} />}>{children}</Shell>;
}
