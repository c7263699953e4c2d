import type { ReactNode } from "react";

/** The head of a column. */
export function Th({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <th scope="col" className={className}>
      {children}
    </th>
  );
}
