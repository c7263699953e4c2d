import type { ReactNode } from "react";

/** Name and target below a sheet: one line each, as high before they arrive as afterwards. */
export function CardText({ name, target }: { name: ReactNode; target: ReactNode }) {
  return (
    <>
      <div className="mt-3 flex min-h-5 items-center gap-2 text-body">{name}</div>
      <div className="mt-0.5 flex items-center gap-1.5 text-small text-ink-3">{target}</div>
    </>
  );
}

interface CardFootProps {
  reading: ReactNode;
  spark?: ReactNode;
  actions?: ReactNode;
}

/** Scans and spark; under the pointer or the focus the spark gives way. Where nothing hovers the actions have a row of their own. */
export function CardFoot({ reading, spark, actions }: CardFootProps) {
  return (
    <>
      <div className="mt-1 flex h-8 items-center justify-between gap-2 text-small text-ink-3">
        <p className="min-w-0 truncate">{reading}</p>
        <div className="code-card-spark">{spark}</div>
      </div>
      <div className="code-card-actions">{actions}</div>
    </>
  );
}
