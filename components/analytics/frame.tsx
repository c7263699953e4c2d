"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useTransition } from "react";
import { GoContext } from "../charts/use-go";

/** Around what changes with a filter: the last figures stay until the new ones are there, paler once one waits for them. */
export function AnalyticsFrame({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const go = useCallback(
    (href: string) => startTransition(() => router.push(href, { scroll: false })),
    [router],
  );
  return (
    <GoContext value={go}>
      <div className="figures" data-pending={isPending ? "" : undefined} aria-busy={isPending}>
        {children}
      </div>
    </GoContext>
  );
}
