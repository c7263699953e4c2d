import type { ReactNode } from "react";

interface BlockProps {
  id: string;
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}

/** One matter of a page, in a column of 640; the line below it runs from edge to edge. */
export function Block({ id, title, lead, children }: BlockProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="page-x border-b border-line py-6 md:py-8">
      <div className="max-w-[40rem]">
        <h2 id={`${id}-heading`} className="text-heading">
          {title}
        </h2>
        {lead !== undefined && <div className="mt-1 max-w-[66ch] text-ink-2">{lead}</div>}
        <div className="mt-4">{children}</div>
      </div>
    </section>
  );
}
