import type { Metadata } from "next";
import { DomainsView } from "@/components/domains/domains-view";
import { callerOf, requireSession } from "@/lib/auth";
import { listConsoleDomains } from "@/lib/domains";
import { entitlements, hasDashboard, namePlanWith } from "@/lib/plans";
import { readZone } from "../../../request";
import { domainActions, showDomains } from "../shown-domains";

export const metadata: Metadata = { title: "Domains" };

/** On every plan: those of an earlier plan go on, and a plan without domains says which one has them. */
export default async function DomainsPage() {
  const session = await requireSession();
  const [stored, zone] = await Promise.all([listConsoleDomains(callerOf(session)), readZone()]);
  const domains = showDomains(stored);
  const { name, domains: most } = entitlements[session.plan];
  return (
    <DomainsView
      domains={domains}
      planName={name}
      most={most}
      planWithMore={namePlanWith(({ domains: held }) => held > most)}
      hasEditor={hasDashboard(session.plan)}
      zone={zone}
      nowMs={Date.now()}
      actions={domainActions}
    />
  );
}
