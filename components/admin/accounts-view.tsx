import Link from "next/link";
import {
  type AccountPage,
  type AccountQuery,
  accountSorts,
  type ListedAccount,
  longestSearch,
  pageAccounts,
} from "@/lib/operator/schema";
import { entitlements } from "@/lib/plans";
import { PageHeader } from "../shell/page-header";
import { Badge } from "../ui/badge";
import { countOf, formatCount } from "../ui/counts";
import { formatShortDay, formatZone } from "../ui/dates";
import { ButtonLink } from "../ui/links";
import { Pager } from "../ui/pager";
import { SegmentedLinks } from "../ui/segmented-links";
import { Th } from "../ui/table";
import { accountsHref, SearchForm, sortNames } from "./list-parts";

const head = "pr-6 font-medium";
const cell = "py-2 pr-6 whitespace-nowrap max-lg:hidden";

interface AccountsViewProps {
  query: AccountQuery;
  found: AccountPage;
  zone: string;
}

export function AccountsView({ query, found, zone }: AccountsViewProps) {
  const { accounts, page, pages, total } = found;
  return (
    <>
      <PageHeader
        title="Accounts"
        mark={<span className="text-body font-normal text-ink-3">{formatCount(total)}</span>}
      />
      <div className="page-x flex flex-wrap items-center gap-3 py-4">
        <div className="min-w-0 flex-1 basis-80">
          <SearchForm
            path="/admin/accounts"
            label="Address, name, short code or id"
            q={query.q}
            most={longestSearch}
            fields={query.sort === "newest" ? {} : { sort: query.sort }}
          />
        </div>
        <div className="max-md:w-full">
          <SegmentedLinks
            label="Order"
            links={accountSorts.map((sort) => ({
              href: accountsHref(query, { sort }),
              name: sortNames[sort],
              isCurrent: query.sort === sort,
            }))}
          />
        </div>
      </div>
      {accounts.length === 0 ? (
        <Nothing query={query} total={total} />
      ) : (
        <>
          <AccountTable accounts={accounts} order={sortNames[query.sort]} zone={zone} />
          <Pager
            label="Pages of accounts"
            limit={pageAccounts}
            {...{ page, pages, total }}
            hrefOf={(next) => accountsHref(query, { page: next })}
          />
          <p className="page-x pb-6 text-small text-ink-3">
            Days in {formatZone(zone)}. Scans this calendar month (UTC), production only.
          </p>
        </>
      )}
    </>
  );
}

function Nothing({ query, total }: { query: AccountQuery; total: number }) {
  const isBeyond = total > 0;
  return (
    <div className="page-x border-t border-line py-12">
      <h2 className="text-heading">{isBeyond ? "There aren't that many pages" : "Nothing matches"}</h2>
      <p className="mt-1 max-w-[60ch] text-ink-2">
        {isBeyond
          ? "Accounts may have been deleted, or the address was edited by hand."
          : "Search by three letters in a row of an address or name, by the start of an address, or by a code's full short URL."}
      </p>
      <ButtonLink href={accountsHref(query, isBeyond ? { page: 1 } : { q: "" })} className="mt-4">
        {isBeyond ? "First page" : "Clear"}
      </ButtonLink>
    </div>
  );
}

interface AccountTableProps {
  accounts: readonly ListedAccount[];
  order: string;
  zone: string;
}

/** One row an account, all of which opens it; on small screens what is hidden stands below the address. */
function AccountTable({ accounts, order, zone }: AccountTableProps) {
  return (
    <table className="w-full border-t border-line text-left text-small">
      <caption className="sr-only">Accounts, in the order “{order}”</caption>
      <thead className="max-lg:sr-only">
        <tr className="h-9 border-b border-line whitespace-nowrap text-ink-3">
          <Th className={`page-start ${head}`}>Address</Th>
          <Th className={head}>Plan</Th>
          <Th className={`${head} text-right`}>Codes</Th>
          <Th className={`${head} text-right`}>Scans</Th>
          <Th className={head}>Created</Th>
          <Th className="page-end font-medium">Last sign-in</Th>
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
  const made = formatShortDay(account.createdAt, zone);
  const seen = account.lastSignInAt === null ? "Never" : formatShortDay(account.lastSignInAt, zone);
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
            {email ?? "No owner"}
          </Link>
          {isOperator && <Badge tone="accent">Operator</Badge>}
        </span>
        {name !== null && <span className="block text-ink-3 [overflow-wrap:anywhere]">{name}</span>}
        <span className="mt-0.5 block text-ink-2 lg:hidden">
          {planName} · {countOf(codes, "code")} · {countOf(scans, "scan")} this month
          <span className="block text-ink-3">
            Created {made} · {seen === "Never" ? "never signed in" : `signed in ${seen}`}
          </span>
        </span>
      </th>
      <td className={cell}>{planName}</td>
      <td className={`${cell} text-right`}>{formatCount(codes)}</td>
      <td className={`${cell} text-right font-medium`}>{formatCount(scans)}</td>
      <td className={`${cell} text-ink-2`}>{made}</td>
      <td className="page-end py-2 whitespace-nowrap text-ink-2 max-lg:hidden">{seen}</td>
    </tr>
  );
}
