"use client";

import { catchError, type ErrorInfo } from "next/error";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { useRequestId } from "../site/use-request-id";
import { Button } from "./button";

/** A part of a page that failed by itself: the rest stands, and there is another try. */
export const FailedPart = catchError(function Fallback(
  {
    what,
    reasons,
    className,
  }: { what: string; reasons?: Readonly<Record<string, string>>; className?: string },
  error: ErrorInfo,
) {
  const requestId = useRequestId();
  const query = useSearchParams().toString();
  const failed = useRef(query);
  const { reset } = error;
  // Another question of the same page is another try.
  useEffect(() => {
    if (query !== failed.current) reset();
  }, [query, reset]);
  const reason = reasons?.[digestOf(error.error) ?? ""];
  if (reason !== undefined) {
    return (
      <p role="alert" className={`flex items-center text-small text-ink-2 ${className ?? ""}`}>
        {what}: {reason}
      </p>
    );
  }
  return (
    <div role="alert" className={`flex flex-col items-start justify-center gap-3 ${className ?? ""}`}>
      <p className="text-small text-ink-2">
        {what} didn't load.
        {requestId !== undefined && (
          <>
            {" "}
            Request <code className="font-mono text-mono">{requestId}</code>
          </>
        )}
      </p>
      <Button shape="small" onClick={error.retry}>
        Try again
      </Button>
    </div>
  );
});

function digestOf(error: unknown): string | undefined {
  const digest = (error as { digest?: unknown } | null)?.digest;
  return typeof digest === "string" ? digest : undefined;
}
