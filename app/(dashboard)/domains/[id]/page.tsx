import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DomainPage } from "@/components/domains/domain-page";
import { callerOf, requireSession } from "@/lib/auth";
import { listConsoleDomains } from "@/lib/domains";
import { readZone } from "../../../request";
import { domainActions, showDomains } from "../shown-domains";

export const metadata: Metadata = { title: "Domain" };

export default async function OneDomainPage({ params }: { params: Promise<{ id: string }> }) {
  const session = await requireSession();
  const [{ id }, stored, zone] = await Promise.all([
    params,
    listConsoleDomains(callerOf(session)),
    readZone(),
  ]);
  const domain = showDomains(stored).find((one) => one.id === id);
  if (domain === undefined) notFound();
  return <DomainPage domain={domain} zone={zone} nowMs={Date.now()} actions={domainActions} />;
}
