import { Search } from "lucide-react";
import Form from "next/form";
import type { ReactNode } from "react";
import { type AccountQuery, type AccountSort, accountSorts, longestSearch } from "@/lib/operator/schema";
import type { ReportReason } from "@/lib/reports/schema";
import { buttonClasses } from "../ui/button";
import { controlClasses } from "../ui/field";

export const sortNames: Record<AccountSort, string> = {
  newest: "Newest",
  codes: "Most codes",
  scans: "Most scans",
};

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
const readPage = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

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

export function readReportQuery(params: Record<string, string | string[] | undefined>): ReportQuery {
  const page = typeof params.page === "string" ? params.page : "";
  return { isSettled: params.show === "dismissed", page: readPage(page) };
}

export function reportsHref({ isSettled, page }: ReportQuery): string {
  const query = new URLSearchParams({
    ...(isSettled && { show: "dismissed" }),
    ...(page !== 1 && { page: String(page) }),
  }).toString();
  return query === "" ? "/admin/reports" : `/admin/reports?${query}`;
}

interface SearchFormProps {
  /** The page that it leads to; what is looked for stands there as `q`. */
  path: string;
  label: string;
  q: string;
  most: number;
  /** What else the address says. */
  fields?: Record<string, string>;
}

/** Looks for something among all accounts when it is sent, with scripts or without. */
export function SearchForm({ path, label, q, most, fields = {} }: SearchFormProps) {
  return (
    <search className="w-full min-w-0 max-w-[40rem]">
      <Form action={path} scroll={false} className="flex gap-2">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <span className="relative min-w-0 flex-1">
          <Search
            size={16}
            strokeWidth={1.6}
            className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-3"
            aria-hidden
          />
          <input
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={most}
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            className={`${controlClasses} h-9 appearance-none pl-9 touch:h-11`}
          />
        </span>
        <button type="submit" className={buttonClasses({ kind: "secondary" })}>
          Look up
        </button>
      </Form>
    </search>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="border-b border-line text-small">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 border-t border-line py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** What somebody wrote, set off from our own words, with its lines as they were; it may be in any script. */
export function PersonsWords({ text }: { text: string }) {
  return (
    <blockquote
      dir="auto"
      className="mt-1 max-w-[66ch] border-s-2 border-line-strong ps-3 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
    >
      {text}
    </blockquote>
  );
}

export const reasonNames: Record<ReportReason, string> = {
  phishing: "Phishing or fraud",
  malware: "Malware",
  illegal: "Illegal content",
  spam: "Spam",
  other: "Something else",
};

/** Where rules and the fallback lead besides the target. */
export function OtherTargets({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return null;
  return (
    <span className="block text-ink-2">
      By its rules also:
      {urls.map((url) => (
        <span key={url} className="block">
          {url}
        </span>
      ))}
    </span>
  );
}
