"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "../../ui/button";
import { InPlace } from "../../ui/empty-state";
import { Spinner } from "../../ui/spinner";

export function ListFault({ requestId }: { requestId: string }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <div role="alert" className="contents">
      <InPlace
        title="Codes didn't load."
        action={
          <Button
            onClick={() => startTransition(() => router.refresh())}
            aria-disabled={isPending || undefined}
          >
            {isPending && <Spinner />}
            Try again
          </Button>
        }
      >
        They are all safe, and printed codes keep working.
        {requestId !== "" && (
          <span className="mt-2 block text-small text-ink-3">
            Request <code className="font-mono text-mono">{requestId}</code>
          </span>
        )}
      </InPlace>
    </div>
  );
}
