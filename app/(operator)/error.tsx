"use client";

import { FailedPage } from "@/components/site/failed-page";

/** A page of the operator that failed; the way to the others stays. */
export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  return <FailedPage retry={retry} />;
}
