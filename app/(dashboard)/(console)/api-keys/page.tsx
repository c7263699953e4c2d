import type { Metadata } from "next";
import { KeysView } from "@/components/keys/keys-view";
import type { Caller } from "@/lib/accounts/schema";
import { listKeys } from "@/lib/api-keys";
import { type ApiKeyResource, maxRateLimit } from "@/lib/api-keys/schema";
import { readLimits, readToday } from "@/lib/api-uses";
import { callerOf, requireSession } from "@/lib/auth";
import { entitlements, hasApiAccess } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { readEnvironment, readZone, type SearchParams } from "../../../request";
import { changeKey, makeKey, removeKey, renewKey, switchKey } from "./actions";

export const metadata: Metadata = { title: "Keys" };

const actions = {
  create: makeKey,
  change: changeKey,
  setActive: switchKey,
  rotate: renewKey,
  remove: removeKey,
};

export default async function ApiKeysPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession();
  const [keys, environment, zone] = await Promise.all([
    listKeys(callerOf(session)),
    readEnvironment(searchParams),
    readZone(),
  ]);
  const hasApi = hasApiAccess(session.plan);
  const caller = { ...callerOf(session), environment };
  const shown = keys.filter((key) => key.environment === environment);
  return (
    <KeysView
      keys={keys}
      uses={hasApi && shown.length > 0 ? await readUsesOf(caller, shown, zone) : null}
      zone={zone}
      environment={environment}
      hasApi={hasApi}
      planName={entitlements[session.plan].name}
      maxRateLimit={maxRateLimit}
      nowMs={Date.now()}
      baseUrl={env.baseUrl}
      actions={actions}
    />
  );
}

async function readUsesOf(caller: Caller, keys: readonly ApiKeyResource[], zone: string) {
  const [today, limits] = await Promise.all([readToday(caller, zone), readLimits(caller, keys)]);
  return { today, limits };
}
