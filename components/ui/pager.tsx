import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClasses } from "./button";
import { formatCount } from "./counts";

interface PagerProps {
  label: string;
  page: number;
  pages: number;
  total: number;
  limit: number;
  hrefOf: (page: number) => string;
}

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true };

/** Which of how many are shown, and the way to the others. */
export function Pager({ label, page, pages, total, limit, hrefOf }: PagerProps) {
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  return (
    <nav aria-label={label} className="page-x flex min-h-16 items-center gap-2 py-3 text-small">
      <p className="mr-auto text-ink-3">
        {pages <= 1
          ? `${formatCount(total)} total`
          : `${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)}`}
      </p>
      {pages > 1 && (
        <>
          <Step href={page > 1 ? hrefOf(page - 1) : null}>
            <ChevronLeft {...icon} />
            Previous
          </Step>
          <Step href={page < pages ? hrefOf(page + 1) : null}>
            Next
            <ChevronRight {...icon} />
          </Step>
        </>
      )}
    </nav>
  );
}

/** At either end the way stays in its place and leads nowhere. */
function Step({ href, children }: { href: string | null; children: ReactNode }) {
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
