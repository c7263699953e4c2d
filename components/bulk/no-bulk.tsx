import Link from "next/link";
import { entitlements, hasApiAccess, hasDashboard, namePlanWith, type Plan } from "@/lib/plans";
import { PageHeader } from "../shell/page-header";
import { buttonClasses } from "../ui/button";
import { EmptyState } from "../ui/empty-state";

const bulkPlan = namePlanWith(({ bulk }) => bulk);

/** In the place of work on many codes, on a plan without it: what it is, what has it, and what this plan has instead. */
export function NoBulk({ plan }: { plan: Plan }) {
  const { name, codes } = entitlements[plan];
  return (
    <>
      <PageHeader title="Import codes" />
      <EmptyState
        mark="One at a time"
        title={`Many codes at once come with ${bulkPlan}`}
        action={
          <>
            <Link href="/plan" prefetch={false} className={buttonClasses({ kind: "primary" })}>
              See {bulkPlan}
            </Link>
            {hasDashboard(plan) ? (
              <Link href="/codes/new" prefetch={false} className={buttonClasses({ kind: "secondary" })}>
                New code
              </Link>
            ) : (
              <Link href="/docs/with-a-key" prefetch={false} className={buttonClasses({ kind: "secondary" })}>
                How to use a key
              </Link>
            )}
          </>
        }
      >
        <p>
          A spreadsheet becomes codes: every row is checked first, then all are made, and their files and
          label sheets come in one piece.
        </p>
        <p>
          {hasApiAccess(plan)
            ? `${name} makes up to 100 codes with one call of the API.`
            : `${name} holds ${codes} codes, made one after the other; none of that changes.`}
        </p>
      </EmptyState>
    </>
  );
}
