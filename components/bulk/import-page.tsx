import Link from "next/link";
import type { ListedImport } from "@/lib/imports/schema";
import { entitlements, hasApiAccess, hasDashboard, namePlanWith, type Plan } from "@/lib/plans";
import { PageHeader } from "../shell/page-header";
import { formatCount } from "../ui/counts";
import { formatMoment } from "../ui/dates";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links";
import { Th } from "../ui/table";

const bulkPlan = namePlanWith(({ bulk }) => bulk);

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
            <ButtonLink href="/plan" kind="primary">
              See {bulkPlan}
            </ButtonLink>
            {hasDashboard(plan) ? (
              <ButtonLink href="/codes/new">New code</ButtonLink>
            ) : (
              <ButtonLink href="/docs/with-a-key">How to use a key</ButtonLink>
            )}
          </>
        }
      >
        <p>
          Turn a spreadsheet into codes: every row is checked first, then all are created, and you get their
          files and label sheets together.
        </p>
        <p>
          {hasApiAccess(plan)
            ? `${name} creates up to 100 codes with one API call.`
            : `${name} holds ${codes} codes, created one by one.`}
        </p>
      </EmptyState>
    </>
  );
}

/** The last imports, to be looked at again; the one that runs is first, since no two run at once. */
export function RecentImports({ imports, zone }: { imports: readonly ListedImport[]; zone: string }) {
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="recent" className="mt-auto border-t border-line bg-surface">
      <h2 id="recent" className="page-x pt-6 pb-3 text-heading">
        Earlier imports
      </h2>
      <table className="w-full border-t border-line text-left text-small">
        <caption className="sr-only">Latest imports of the last 30 days</caption>
        <thead>
          <tr className="h-9 border-b border-line text-ink-3">
            <Th className="page-start pr-4 font-medium">Name</Th>
            <Th className="pr-4 font-medium max-md:hidden">When</Th>
            <Th className="page-end text-right font-medium">Created</Th>
          </tr>
        </thead>
        <tbody>
          {imports.map(({ id, name, createdAt, made, total, isFinished }) => (
            <tr key={id} className="relative h-11 border-b border-line hover:bg-canvas">
              <td className="page-start py-2 pr-4">
                <Link
                  href={`/bulk/${id}`}
                  prefetch={false}
                  className="rounded-medium font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
                >
                  {name}
                </Link>
                <span className="block text-ink-3 md:hidden">{formatMoment(createdAt, zone)}</span>
              </td>
              <td className="pr-4 whitespace-nowrap text-ink-3 max-md:hidden">
                {formatMoment(createdAt, zone)}
              </td>
              <td className="page-end text-right whitespace-nowrap">
                {formatCount(made)} of {formatCount(total)}
                {!isFinished && <span className="text-accent">, under way</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
