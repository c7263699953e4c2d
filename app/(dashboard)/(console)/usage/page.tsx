import type { Metadata } from "next";
import { readUsageView } from "@/components/usage/read-address";
import { UsageHeader } from "@/components/usage/usage-header";
import { isKnownKey, NoRequest, NoUsage, UnreadAddress, UsageView } from "@/components/usage/usage-view";
import type { UsageView as View } from "@/components/usage/view";
import type { Caller } from "@/lib/accounts/schema";
import { listKeys } from "@/lib/api-keys";
import { readLimits, readUses } from "@/lib/api-uses";
import { callerOf, requireSession } from "@/lib/auth";
import { entitlements, hasApiAccess } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { readZone, type SearchParams } from "../../../request";

export const metadata: Metadata = { title: "Usage" };

export default async function UsagePage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession();
  if (!hasApiAccess(session.plan)) return <NoUsage planName={entitlements[session.plan].name} />;
  const address = readUsageView(await searchParams);
  if ("fault" in address) return <UnreadAddress fault={address.fault} />;
  const { view } = address;
  const caller = { ...callerOf(session), environment: view.environment };
  const zone = await readZone();
  const { keys, report, limits } = await readAll(caller, view, zone);
  if (view.keyId !== undefined && !isKnownKey(keys, report.keys, view.keyId)) {
    return <UnreadAddress fault={{ name: "key", value: view.keyId }} />;
  }
  const isNew = report.keys.length === 0 && keys.every(({ lastUsedAt }) => lastUsedAt === null);
  return (
    <>
      <UsageHeader view={view} isEmpty={isNew} />
      {isNew ? (
        <NoRequest environment={view.environment} hasKeys={keys.length > 0} baseUrl={env.baseUrl} />
      ) : (
        <UsageView {...{ view, report, limits, keys, zone }} nowMs={Date.now()} />
      )}
    </>
  );
}

async function readAll(caller: Caller, { range, keyId, environment }: View, zone: string) {
  const [all, report] = await Promise.all([listKeys(caller), readUses(caller, { range, zone, keyId })]);
  const keys = all.filter((key) => key.environment === environment);
  return { keys, report, limits: await readLimits(caller, keys) };
}
