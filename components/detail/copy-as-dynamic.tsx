"use client";

import { startTransition } from "react";
import { Button } from "../ui/button";
import type { DetailActions } from "./actions";
import { useDuplicate } from "./use-duplicate";

interface CopyAsDynamicProps {
  codeId: string;
  duplicateCode: DetailActions["duplicateCode"];
}

/** The same content and look behind a short link of ours. */
export function CopyAsDynamic({ codeId, duplicateCode }: CopyAsDynamicProps) {
  const duplicate = useDuplicate(codeId, duplicateCode);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={() => startTransition(() => duplicate(true))}>Copy as dynamic</Button>
      <span className="text-small text-ink-3">
        Its target can be changed after printing, and scans are counted.
      </span>
    </div>
  );
}
