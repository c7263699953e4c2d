"use client";

import { useLinkStatus } from "next/link";
import type { ReactNode } from "react";
import { Spinner } from "./spinner";

/** At the end of a link without a sign: that its page is on its way. */
export function LinkWait() {
  const { pending } = useLinkStatus();
  return pending ? (
    <span className="pending shrink-0">
      <Spinner />
    </span>
  ) : null;
}

/** Within a link: its sign, and once its page lets one wait, in the same place, that it is on its way. */
export function LinkSign({ children, className = "" }: { children: ReactNode; className?: string }) {
  const { pending } = useLinkStatus();
  return (
    <span className={`relative grid shrink-0 place-items-center ${className}`}>
      <span className={pending ? "awaited" : undefined}>{children}</span>
      {pending && (
        <span className="pending absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </span>
  );
}
