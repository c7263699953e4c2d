"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button } from "../../ui/button";
import { say } from "../../ui/say";
import { ask, type DetailActions } from "./actions";

interface CopyAsDynamicProps {
  codeId: string;
  duplicateCode: DetailActions["duplicateCode"];
}

/** The same content and look behind a short URL. */
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

/** Copies a code, as a dynamic one if so asked, and goes to the copy. */
export function useDuplicate(id: string, duplicateCode: DetailActions["duplicateCode"]) {
  const router = useRouter();
  return async (asDynamic?: boolean) => {
    const copy = await ask(() => duplicateCode(id, asDynamic));
    if (copy === null) return;
    router.push(`/codes/${copy.done.id}`);
    say.done(asDynamic ? "The copy is made. It is dynamic." : "The copy is made.");
  };
}
