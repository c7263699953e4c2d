import type { Metadata } from "next";
import { KeysView } from "@/components/keys/keys-view";
import { listKeys } from "@/lib/api-keys";
import { maxRateLimit } from "@/lib/api-keys/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { entitlements, hasApiAccess } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { readEnvironment } from "../../../environment";
import type { SearchParams } from "../../../search-params";
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
  const keys = await listKeys(callerOf(session));
  return (
    <KeysView
      keys={keys}
      environment={await readEnvironment(searchParams)}
      hasApi={hasApiAccess(session.plan)}
      planName={entitlements[session.plan].name}
      maxRateLimit={maxRateLimit}
      nowMs={Date.now()}
      baseUrl={env.baseUrl}
      actions={actions}
    />
  );
}
