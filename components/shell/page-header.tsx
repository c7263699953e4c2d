import type { ReactNode } from "react";

interface PageHeaderProps {
  title: string;
  /** Beside the title, as the sandbox's word. */
  mark?: ReactNode;
  /** Filters, right after the title. */
  filters?: ReactNode;
  /** At the right; one of them may be primary. */
  actions?: ReactNode;
}

/** The bar on top of a page of the account, in line with the sidebar's. */
export function PageHeader({ title, mark, filters, actions }: PageHeaderProps) {
  return (
    <header className="page-x flex min-h-14 flex-wrap items-center gap-x-5 gap-y-2 border-b border-line py-2 md:min-h-16">
      <h1 className="flex items-center gap-2.5 text-title">
        {title}
        {mark}
      </h1>
      {actions !== undefined && (
        <div className="ml-auto flex items-center gap-2 md:order-last">{actions}</div>
      )}
      {filters !== undefined && <div className="max-md:w-full">{filters}</div>}
    </header>
  );
}
