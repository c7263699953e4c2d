import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { describeUsage } from "@/lib/accounts";
import { readLimits } from "@/lib/api-uses";
import { callerOf, requireSession, signOut } from "@/lib/auth";
import { countFailingDomains } from "@/lib/domains";
import { hasApiAccess, hasDashboard } from "@/lib/plans";
import { readZone } from "../request";
import { findCodes } from "./actions";

export const metadata: Metadata = { robots: { index: false } };

/** Pages of an account. Each of them asks by itself who is signed in: a layout is not made again between pages. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  const caller = callerOf(session);
  const countsRequests = hasApiAccess(session.plan) && !hasDashboard(session.plan);
  const [usage, limits, failingDomains, zone] = await Promise.all([
    describeUsage(caller),
    countsRequests ? readLimits(caller) : null,
    countFailingDomains(caller),
    readZone(),
  ]);
  const name = session.name ?? session.email;
  return (
    <Shell
      name={name}
      usage={usage}
      requests={limits?.account ?? null}
      failingDomains={failingDomains}
      isOperator={session.isOperator}
      zone={zone}
      signOut={signOut}
      findCodes={findCodes}
    >
      {children}
    </Shell>
  );
}
