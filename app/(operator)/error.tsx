"use client";

import { FailedPage } from "@/components/site/failed-page";

export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  return <FailedPage retry={retry} />;
}
