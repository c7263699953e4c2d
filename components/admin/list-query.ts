import { type AccountQuery, type AccountSort, accountSorts, longestSearch } from "@/lib/operator/schema";

export const sortNames: Record<AccountSort, string> = {
  newest: "Newest",
  codes: "Most codes",
  scans: "Most scans",
};

/** What an address says; what says nothing that is known is as if absent. */
export function readAccountQuery(params: Record<string, string | string[] | undefined>): AccountQuery {
  const one = (name: string) => (typeof params[name] === "string" ? params[name] : "");
  const printable = one("q")
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, " ")
    .trim();
  return {
    q: [...printable].slice(0, longestSearch).join(""),
    sort: accountSorts.find((sort) => sort === one("sort")) ?? "newest",
    page: readPage(one("page")),
  };
}

/** Counted from 1, up to what a list could have. */
function readPage(text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The address of a list with something of it changed; whatever changes what is found leads to its first page. */
export function accountsHref(query: AccountQuery, changes: Partial<AccountQuery>): string {
  const { q, sort, page } = { ...query, page: 1, ...changes };
  const params = new URLSearchParams({
    ...(q !== "" && { q }),
    ...(sort !== "newest" && { sort }),
    ...(page !== 1 && { page: String(page) }),
  }).toString();
  return params === "" ? "/admin/accounts" : `/admin/accounts?${params}`;
}

export interface ReportQuery {
  isSettled: boolean;
  page: number;
}

/** What an address says; what says nothing that is known is as if absent. */
export function readReportQuery(params: Record<string, string | string[] | undefined>): ReportQuery {
  const page = typeof params.page === "string" ? params.page : "";
  return { isSettled: params.show === "aside", page: readPage(page) };
}

export function reportsHref({ isSettled, page }: ReportQuery): string {
  const query = new URLSearchParams({
    ...(isSettled && { show: "aside" }),
    ...(page !== 1 && { page: String(page) }),
  }).toString();
  return query === "" ? "/admin/reports" : `/admin/reports?${query}`;
}
