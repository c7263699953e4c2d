import { Generator } from "@/components/home/generator";
import { entitlementRows } from "@/components/plans/entitlement-rows";
import { ButtonLink } from "@/components/ui/links";
import { Th } from "@/components/ui/table";
import { entitlements, plans } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { findVisitor } from "../site-header";

export default async function HomePage() {
  return (
    <>
      <Generator origin={env.baseUrl} />
      <PlansTable isSignedIn={(await findVisitor()) !== null} />
    </>
  );
}

const columns = ["No account", ...plans.map((plan) => entitlements[plan].name)];

function PlansTable({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <section id="plans" aria-labelledby="plans-heading" className="bg-surface">
      <div className="mx-auto max-w-[90rem] px-4 py-12 md:px-6 md:py-16 xl:px-12">
        <h2 id="plans-heading" className="text-title-lg">
          What an account adds
        </h2>
        <p className="mt-2 max-w-prose text-body text-ink-2">
          Creating codes is free and needs no account. A plan adds codes that you keep, change and count.
        </p>
        <table className="mt-6 w-full text-left text-body max-md:block" aria-labelledby="plans-heading">
          <thead className="max-md:sr-only">
            <tr className="border-b border-line text-small text-ink-3">
              <td className="h-9 w-[24%]" />
              {columns.map((column) => (
                <Th key={column} className="pr-4 font-medium">
                  {column}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {entitlementRows.map((row) => (
              <PlanRow key={row.name} row={row} />
            ))}
          </tbody>
        </table>
        <p className="mt-4 text-small text-ink-3">
          If you exceed a limit, for example after a downgrade, every printed code keeps working. You can't
          create new codes until you are below the limit.
        </p>
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
          <ButtonLink href={isSignedIn ? "/plan" : "/sign-up"} shape="large">
            {isSignedIn ? "See your plan" : "Create account"}
          </ButtonLink>
          {!isSignedIn && (
            <p className="text-small text-ink-2">It starts on Free. Request another plan from there.</p>
          )}
        </div>
      </div>
    </section>
  );
}

function PlanRow({ row }: { row: (typeof entitlementRows)[number] }) {
  const cells = [row.withoutAccount, ...plans.map((plan) => row.format(entitlements[plan]))];
  return (
    <tr className="border-b border-line max-md:block max-md:py-4">
      <th scope="row" className="h-11 py-2 pr-4 font-medium max-md:block max-md:h-auto">
        {row.name}
      </th>
      {cells.map((cell, column) => (
        <td
          key={columns[column]}
          data-column={columns[column]}
          className="py-2 pr-4 max-md:flex max-md:justify-between max-md:gap-4 max-md:py-1 max-md:pr-0 max-md:before:text-ink-3 max-md:before:content-[attr(data-column)]"
        >
          {cell}
        </td>
      ))}
    </tr>
  );
}
