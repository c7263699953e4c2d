import type { Metadata } from "next";
import { SandboxView } from "@/components/sandbox/sandbox-view";
import { PageHeader } from "@/components/shell/page-header";
import { NeedsApi } from "@/components/ui/empty-state";
import { describeUsage } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { readLimits } from "@/lib/api-uses";
import { callerOf, requireSession } from "@/lib/auth";
import { listCodes } from "@/lib/codes";
import { codeListQuery } from "@/lib/codes/schema";
import { entitlements, hasApiAccess, sandboxEntitlements } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { countryCodes } from "@/lib/scans/schema";
import { readZone } from "../../../request";
import { deleteSandboxCode, emptySandbox, makeScans, restoreSandboxCode } from "./actions";

export const metadata: Metadata = { title: "Sandbox" };

const actions = {
  makeScans,
  deleteCode: deleteSandboxCode,
  restore: restoreSandboxCode,
  empty: emptySandbox,
};

export default async function SandboxPage() {
  const session = await requireSession();
  if (!hasApiAccess(session.plan)) return <NoSandbox planName={entitlements[session.plan].name} />;
  const caller: Caller = { ...callerOf(session), environment: "sandbox" };
  const query = codeListQuery.parse({ limit: String(sandboxEntitlements.codes) });
  const [{ data }, usage, limits, zone] = await Promise.all([
    listCodes(caller, query),
    describeUsage(caller),
    readLimits(caller),
    readZone(),
  ]);
  const codes = data.map(({ id, name, type, shortUrl, scanCount, createdAt, updatedAt }) => {
    return { id, name, type, shortUrl, scanCount, createdAt, updatedAt };
  });
  return (
    <SandboxView
      codes={codes}
      limits={sandboxEntitlements}
      usedCodes={usage.sandboxCodes.used}
      requests={limits.account}
      countries={[...countryCodes]}
      baseUrl={env.baseUrl}
      zone={zone}
      actions={actions}
    />
  );
}

function NoSandbox({ planName }: { planName: string }) {
  return (
    <>
      <PageHeader title="Sandbox" />
      <NeedsApi mark="No sandbox" title="The sandbox comes with the API" planName={planName}>
        Test your programs with codes that don't count towards your plan. The sandbox is part of Developer and
        Pro.
      </NeedsApi>
    </>
  );
}
