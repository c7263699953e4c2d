import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** One matter of a code, in the column at the right; the line below it runs from edge to edge. */
export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="detail-x border-b border-line py-6">
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={`${id}-heading`} className="text-heading">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
