import { type Entitlements, entitlements, plans } from "@/lib/plans";

const analytics: Record<Entitlements["analytics"], string> = {
  daily: "Daily line",
  full: "Places, devices, times",
  api: "By API",
  live: "Live",
};

/** The public interface, which is there with and without an account. */
const publicRequestsPerHour = 100;

interface Row {
  name: string;
  withoutAccount: string;
  say: (plan: Entitlements) => string;
}

const rows: readonly Row[] = [
  { name: "Codes kept", withoutAccount: "24-hour links", say: ({ codes }) => count(codes) },
  {
    name: "Change the target after printing",
    withoutAccount: "–",
    say: ({ dynamicCodes }) => (dynamicCodes === null ? "Every code" : `${count(dynamicCodes)} code`),
  },
  {
    name: "Scans",
    withoutAccount: "Not counted",
    say: ({ detailedScansPerMonth: scans }) =>
      scans === null ? "Every one in detail" : `${count(scans)} a month in detail`,
  },
  { name: "Analytics", withoutAccount: "–", say: (plan) => analytics[plan.analytics] },
  {
    name: "Requests to the API",
    withoutAccount: sayHourly(publicRequestsPerHour),
    say: ({ apiRequestsPerHour }) => sayHourly(apiRequestsPerHour || publicRequestsPerHour),
  },
  { name: "Where you work", withoutAccount: "This page", say: sayPlace },
];

function sayHourly(requests: number): string {
  return `${count(requests)} an hour`;
}

function sayPlace({ dashboard, apiRequestsPerHour }: Entitlements): string {
  if (apiRequestsPerHour === 0) return "Dashboard";
  return dashboard ? "Dashboard and API" : "API and console";
}

function count(value: number): string {
  return value.toLocaleString("en-GB");
}

const columns = ["No account", ...plans.map((plan) => entitlements[plan].name)];

/** What the plans add, as a plain table; on phones each row becomes a list under its name. */
export function PlansTable() {
  return (
    <section id="plans" aria-labelledby="plans-heading" className="bg-surface">
      <div className="mx-auto max-w-[90rem] px-4 py-12 md:px-6 md:py-16 xl:px-12">
        <h2 id="plans-heading" className="text-title-lg">
          What an account adds
        </h2>
        <p className="mt-2 max-w-prose text-body text-ink-2">
          Making codes is free and needs no account. A plan adds codes that you keep, change and count.
        </p>
        <table className="mt-6 w-full text-left text-body max-md:block" aria-labelledby="plans-heading">
          <thead className="max-md:sr-only">
            <tr className="border-b border-line text-small text-ink-3">
              <td className="h-9 w-[24%]" />
              {columns.map((column) => (
                <th key={column} scope="col" className="pr-4 font-medium">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {rows.map((row) => (
              <PlanRow key={row.name} row={row} />
            ))}
          </tbody>
        </table>
        <p className="mt-4 text-small text-ink-3">
          Over a limit, or after a downgrade, every code you have printed goes on working. Only making new
          ones stops.
        </p>
      </div>
    </section>
  );
}

function PlanRow({ row }: { row: Row }) {
  const cells = [row.withoutAccount, ...plans.map((plan) => row.say(entitlements[plan]))];
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
