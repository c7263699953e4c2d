import Link from "next/link";
import type { ListedAccount } from "@/lib/operator/schema";
import { entitlements } from "@/lib/plans";
import { Badge } from "../../ui/badge";
import { countOf, sayCount } from "../../ui/counts";
import { sayShortDay } from "../../ui/dates";

interface AccountTableProps {
  accounts: readonly ListedAccount[];
  order: string;
  zone: string;
}

const head = "pr-6 font-medium";
const cell = "py-2 pr-6 whitespace-nowrap max-lg:hidden";

/** One row an account, all of which opens it; on small screens what is hidden stands below the address. */
export function AccountTable({ accounts, order, zone }: AccountTableProps) {
  return (
    <table className="w-full border-t border-line text-left text-small">
      <caption className="sr-only">Accounts, in the order “{order}”</caption>
      <thead className="max-lg:sr-only">
        <tr className="h-9 border-b border-line whitespace-nowrap text-ink-3">
          <th scope="col" className={`page-start ${head}`}>
            Address
          </th>
          <th scope="col" className={head}>
            Plan
          </th>
          <th scope="col" className={`${head} text-right`}>
            Codes
          </th>
          <th scope="col" className={`${head} text-right`}>
            Scans
          </th>
          <th scope="col" className={head}>
            Made
          </th>
          <th scope="col" className="page-end font-medium">
            Last sign-in
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <AccountRow key={account.accountId} account={account} zone={zone} />
        ))}
      </tbody>
    </table>
  );
}

function AccountRow({ account, zone }: { account: ListedAccount; zone: string }) {
  const { accountId, email, name, isOperator, plan, codes, scans } = account;
  const made = sayShortDay(account.createdAt, zone);
  const seen = account.lastSignInAt === null ? "Never" : sayShortDay(account.lastSignInAt, zone);
  const planName = entitlements[plan].name;
  return (
    <tr className="relative h-11 [transform:translate(0)] border-b border-line hover:bg-canvas">
      <th scope="row" className="page-start py-2 pr-4 font-normal">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={`/admin/accounts/${accountId}`}
            prefetch={false}
            className="min-w-0 text-body font-medium outline-none [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {email ?? "No person"}
          </Link>
          {isOperator && <Badge tone="accent">Operator</Badge>}
        </span>
        {name !== null && <span className="block text-ink-3 [overflow-wrap:anywhere]">{name}</span>}
        <span className="mt-0.5 block text-ink-2 lg:hidden">
          {planName} · {countOf(codes, "code")} · {countOf(scans, "scan")} this month
          <span className="block text-ink-3">
            Made {made} · {seen === "Never" ? "never signed in" : `signed in ${seen}`}
          </span>
        </span>
      </th>
      <td className={cell}>{planName}</td>
      <td className={`${cell} text-right`}>{sayCount(codes)}</td>
      <td className={`${cell} text-right font-medium`}>{sayCount(scans)}</td>
      <td className={`${cell} text-ink-2`}>{made}</td>
      <td className="page-end py-2 whitespace-nowrap text-ink-2 max-lg:hidden">{seen}</td>
    </tr>
  );
}
