import Link from "next/link";
import { entitlements, hasApiAccess, hasDashboard, namePlanWith, type Plan } from "@/lib/plans";
import { CropMarks } from "../codes/qr-sheet";
import { PageHeader } from "../shell/page-header";
import { buttonClasses } from "../ui/button";

const bulkPlan = namePlanWith(({ bulk }) => bulk);

/** In the place of work on many codes, on a plan without it: what it is, what has it, and what this plan has instead. */
export function NoBulk({ plan }: { plan: Plan }) {
  const { name, codes } = entitlements[plan];
  return (
    <>
      <PageHeader title="Import codes" />
      <div className="bench flex flex-1 flex-wrap content-center items-center justify-center gap-x-20 gap-y-16 bg-canvas px-10 py-16">
        <CropMarks tone="text-accent">
          <div className="grid size-40 place-items-center border border-dashed border-mark p-2 text-center text-small font-medium text-accent">
            One at a time
          </div>
        </CropMarks>
        <div className="max-w-[26rem]">
          <h2 className="text-title-lg">Many codes at once come with {bulkPlan}</h2>
          <p className="mt-2 text-ink-2">
            A spreadsheet becomes codes: every row is checked first, then all are made, and their files and
            label sheets come in one piece.
          </p>
          <p className="mt-2 text-ink-2">
            {hasApiAccess(plan)
              ? `${name} makes up to 100 codes with one call of the API.`
              : `${name} holds ${codes} codes, made one after the other; none of that changes.`}
          </p>
          <p className="mt-5 flex flex-wrap gap-2">
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
          </p>
        </div>
      </div>
    </>
  );
}
