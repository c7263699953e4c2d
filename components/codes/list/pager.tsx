import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import type { CodePage } from "@/lib/codes/schema";
import { buttonClasses } from "../../ui/button";
import { type ListState, listHref } from "./list-state";

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true };
const number = (value: number) => value.toLocaleString("en-GB");

/** Which of how many are shown, and the way to the others. */
export function Pager({ state, pagination }: { state: ListState; pagination: CodePage["pagination"] }) {
  const { page, limit, total, pages } = pagination;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  return (
    <nav aria-label="Pages of codes" className="page-x flex min-h-16 items-center gap-2 py-3 text-small">
      <p className="mr-auto text-ink-3">
        {pages === 1 ? `${number(total)} in all` : `${number(first)} to ${number(last)} of ${number(total)}`}
      </p>
      {pages > 1 && (
        <>
          <Step href={page > 1 ? listHref(state, { page: page - 1 }) : null}>
            <ChevronLeft {...icon} />
            Previous
          </Step>
          <Step href={page < pages ? listHref(state, { page: page + 1 }) : null}>
            Next
            <ChevronRight {...icon} />
          </Step>
        </>
      )}
    </nav>
  );
}

/** At either end the way stays in its place and leads nowhere. */
function Step({ href, children }: { href: string | null; children: React.ReactNode }) {
  const classes = buttonClasses({ kind: "secondary" });
  if (href === null) {
    return (
      <span aria-disabled className={classes}>
        {children}
      </span>
    );
  }
  return (
    <Link href={href} prefetch={false} className={classes}>
      {children}
    </Link>
  );
}
