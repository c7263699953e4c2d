"use client";

import { FailedPage } from "@/components/site/failed-page";

export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="flex min-h-dvh flex-col outline-none">
      <FailedPage retry={retry} />
    </main>
  );
}
