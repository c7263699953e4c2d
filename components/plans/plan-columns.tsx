import type { ReactNode } from "react";
import type { Usage } from "@/lib/accounts/schema";
import { type Entitlements, entitlements, type Plan, plans } from "@/lib/plans";
import { Badge } from "../ui/badge";
import { countOf, nounOf } from "../ui/counts";
import { UsageRuler } from "../ui/usage-ruler";
import { accountRows, count } from "./entitlement-rows";

const goesOn = "Full. Your codes keep working.";

const purposes: Record<Plan, string> = {
  free: "For trying it out.",
  starter: "For codes in print whose targets change.",
  developer: "For programs. Codes are managed through the API only.",
  pro: "For people and programs on the same codes.",
};

const toldByRulers = new Set(["Codes kept", "Change the target after printing", "Scans"]);

export function PlanColumns({ usage, ask }: { usage: Usage; ask: (plan: Plan) => ReactNode }) {
  return (
    <div className="border-b border-line">
      <ul className="grid max-w-[90rem] gap-px bg-line md:grid-cols-2 xl:grid-cols-4 min-[90rem]:border-r min-[90rem]:border-line">
        {plans.map((plan) => (
          <PlanColumn key={plan} plan={plan} usage={usage} action={ask(plan)} />
        ))}
      </ul>
    </div>
  );
}

function PlanColumn({ plan, usage, action }: { plan: Plan; usage: Usage; action: ReactNode }) {
  const entitled = entitlements[plan];
  const isOwn = plan === usage.plan;
  const isAsked = plan === usage.openRequest?.plan;
  return (
    <li
      aria-current={isOwn ? "true" : undefined}
      className="row-span-6 grid grid-rows-subgrid gap-5 bg-surface px-4 py-6 aria-[current]:shadow-[inset_0_3px_0_var(--accent)] md:px-6 xl:px-8 min-[100rem]:px-10 forced-colors:aria-[current]:border-t-4"
    >
      <div>
        <h2 className="flex min-h-7 flex-wrap items-center gap-2.5 text-title">
          {entitled.name}
          {isOwn && <Badge tone="accent">Your plan</Badge>}
          {isAsked && !isOwn && <Badge tone="warn">Requested</Badge>}
        </h2>
        <p className="mt-1 text-ink-2">{purposes[plan]}</p>
      </div>
      <CodeUse used={usage.codes.used} entitled={entitled} />
      <DynamicUse used={usage.dynamicCodes.used} entitled={entitled} />
      <ScanUse scans={usage.scans} entitled={entitled} />
      <dl className="self-start">
        {accountRows
          .filter(({ name }) => !toldByRulers.has(name))
          .map(({ name, format }) => (
            <div
              key={name}
              className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 text-small last:border-b md:block"
            >
              <dt className="text-ink-3">{name}</dt>
              <dd>{format(entitled)}</dd>
            </div>
          ))}
      </dl>
      {action !== null && <div className="flex items-end">{action}</div>}
    </li>
  );
}

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

export function ScanUse({ scans, entitled }: { scans: Usage["scans"]; entitled: Entitlements }) {
  const all = scans.used + scans.capped;
  const { detailedScansPerMonth: limit } = entitled;
  if (limit === null) {
    return <Unbounded figure={`${countOf(all, "scan")} this month`} note="Details of every scan are kept." />;
  }
  const more = all - limit;
  return (
    <UsageRuler
      used={Math.min(all, limit)}
      limit={limit}
      noun="scans in detail this month"
      fullNote={more > 0 ? `${count(more)} more were only counted` : "Further scans are only counted"}
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
