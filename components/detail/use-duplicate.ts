"use client";

import { useRouter } from "next/navigation";
import { say } from "../ui/say";
import type { DetailActions } from "./actions";
import { ask } from "./ask";

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
