import Link from "next/link";
import {
  type AccountPage,
  type AccountQuery,
  accountSorts,
  longestSearch,
  pageAccounts,
} from "@/lib/operator/schema";
import { PageHeader } from "../../shell/page-header";
import { buttonClasses } from "../../ui/button";
import { sayCount } from "../../ui/counts";
import { sayZone } from "../../ui/dates";
import { Pager } from "../../ui/pager";
import { SegmentedLinks } from "../../ui/segmented-links";
import { SearchForm } from "../search-form";
import { accountsHref, sortNames } from "./account-query";
import { AccountTable } from "./account-table";

interface AccountsViewProps {
  query: AccountQuery;
  found: AccountPage;
  zone: string;
}

/** Every account of the service, or those that were looked for. */
export function AccountsView({ query, found, zone }: AccountsViewProps) {
  const { accounts, page, pages, total } = found;
  return (
    <>
      <PageHeader
        title="Accounts"
        mark={<span className="text-body font-normal text-ink-3">{sayCount(total)}</span>}
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
            Days in {sayZone(zone)}. Scans of this calendar month (UTC), of production alone.
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
      <h2 className="text-heading">{isBeyond ? "There are not so many pages" : "Nothing matches"}</h2>
      <p className="mt-1 max-w-[60ch] text-ink-2">
        {isBeyond
          ? "Accounts were deleted meanwhile, or the address was written by hand."
          : "An address or a name is found by any three letters of it in a row, or by how the address begins. A code's short URL may be pasted whole."}
      </p>
      <Link
        href={accountsHref(query, isBeyond ? { page: 1 } : { q: "" })}
        prefetch={false}
        className={buttonClasses({ kind: "secondary", className: "mt-4" })}
      >
        {isBeyond ? "First page" : "Clear"}
      </Link>
    </div>
  );
}
