import type { Usage } from "@/lib/accounts/schema";
import type { Entitlements } from "@/lib/plans";
import { countOf, nounOf } from "../ui/counts";
import { UsageRuler } from "../ui/usage-ruler";
import { count } from "./entitlement-words";

const goesOn = "Full. Your codes go on working.";

/** What an account has, as a plan would measure it. */
export function CodeUse({ used, entitled }: { used: number; entitled: Entitlements }) {
  return <UsageRuler used={used} limit={entitled.codes} noun="codes" fullNote={goesOn} />;
}

export function DynamicUse({ used, entitled: { dynamicCodes } }: { used: number; entitled: Entitlements }) {
  if (dynamicCodes === null) {
    return <Unbounded figure={countOf(used, "dynamic code")} note="Every code can change its target." />;
  }
  return (
    <UsageRuler
      used={used}
      limit={dynamicCodes}
      noun={nounOf(dynamicCodes, "dynamic code")}
      fullNote={used > dynamicCodes ? goesOn : "Used"}
    />
  );
}

/** The month's scans. Beyond what a plan keeps in detail they are counted, so the ruler ends there and says the rest. */
export function ScanUse({ scans, entitled }: { scans: Usage["scans"]; entitled: Entitlements }) {
  const all = scans.used + scans.capped;
  const { detailedScansPerMonth: limit } = entitled;
  if (limit === null) {
    return <Unbounded figure={`${countOf(all, "scan")} this month`} note="Every one is kept in detail." />;
  }
  const more = all - limit;
  return (
    <UsageRuler
      used={Math.min(all, limit)}
      limit={limit}
      noun="scans in detail this month"
      fullNote={more > 0 ? `${count(more)} more, counted only` : "More are counted only"}
    />
  );
}

function Unbounded({ figure, note }: { figure: string; note: string }) {
  return (
    <p className="text-body">
      <span className="font-medium">{figure}</span>
      <span className="block text-small text-ink-3">{note}</span>
    </p>
  );
}
