import type { Metadata } from "next";
import { PlanColumns } from "@/components/plans/plan-columns";
import { AskForPlan, OpenRequest } from "@/components/plans/plan-request";
import { PageHeader } from "@/components/shell/page-header";
import { describeUsage } from "@/lib/accounts";
import { callerOf, requireSession } from "@/lib/auth";
import { readZone } from "../../request";
import { askForPlan, withdrawRequest } from "./actions";

export const metadata: Metadata = { title: "Plan" };

export default async function PlanPage() {
  const usage = await describeUsage(callerOf(await requireSession()));
  const { openRequest } = usage;
  return (
    <>
      <PageHeader title="Plan" />
      {openRequest !== null && (
        <div className="page-x border-b border-line py-4">
          <OpenRequest request={openRequest} zone={await readZone()} withdraw={withdrawRequest} />
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
        If you exceed a limit, for example after a downgrade, every printed code keeps working. You can't
        create new codes until you are below the limit.
      </p>
    </>
  );
}
