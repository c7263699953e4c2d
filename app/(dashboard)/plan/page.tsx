import type { Metadata } from "next";
import { AskForPlan } from "@/components/plans/ask-for-plan";
import { PlanColumns } from "@/components/plans/plan-columns";
import { PageHeader } from "@/components/shell/page-header";
import { sayDay } from "@/components/ui/dates";
import { Notice } from "@/components/ui/notice";
import { describeUsage } from "@/lib/accounts";
import { callerOf, requireSession } from "@/lib/auth";
import { entitlements } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { askForPlan } from "./actions";

export const metadata: Metadata = { title: "Plan" };

export default async function PlanPage() {
  const usage = await describeUsage(callerOf(await requireSession()));
  const { openRequest } = usage;
  return (
    <>
      <PageHeader title="Plan" />
      {openRequest !== null && (
        <div className="page-x border-b border-line py-4">
          <Notice
            title={`You asked for ${entitlements[openRequest.plan].name} on ${sayDay(openRequest.createdAt)}`}
          >
            The operator of this service changes the plan, and it takes effect at once. Asking for another one
            takes this request's place.
            {env.supportEmail !== undefined && (
              <>
                {" "}
                Write to{" "}
                <a className="link" href={`mailto:${env.supportEmail}`}>
                  {env.supportEmail}
                </a>{" "}
                to take it back.
              </>
            )}
          </Notice>
        </div>
      )}
      <PlanColumns
        usage={usage}
        ask={(plan) =>
          plan === usage.plan || plan === openRequest?.plan ? null : (
            <AskForPlan plan={plan} usage={usage} askForPlan={askForPlan} />
          )
        }
      />
      <p className="page-x max-w-[90ch] py-6 text-small text-ink-3">
        Over a limit, or after a change to a smaller plan, every code that is printed goes on working. Only
        making new ones stops.
      </p>
    </>
  );
}
