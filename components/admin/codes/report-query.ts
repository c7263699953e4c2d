import { readPage } from "../accounts/account-query";

export interface ReportQuery {
  /** Those that were put aside, in the place of those that wait. */
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
