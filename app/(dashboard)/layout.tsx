import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { describeUsage } from "@/lib/accounts";
import { callerOf, requireSession, signOut } from "@/lib/auth";
import { readZone } from "../zone";
import { findCodes } from "./find-codes";

export const metadata: Metadata = { robots: { index: false } };

/** Pages of an account. Each of them asks by itself who is signed in: a layout is not made anew between pages. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  const [usage, zone] = await Promise.all([describeUsage(callerOf(session)), readZone()]);
  const name = session.name ?? session.email;
  return (
    <Shell
      name={name}
      usage={usage}
      isOperator={session.isOperator}
      zone={zone}
      signOut={signOut}
      findCodes={findCodes}
    >
      {children}
    </Shell>
  );
}
