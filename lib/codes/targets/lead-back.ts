import type { Caller } from "@/lib/accounts/schema";
import { fieldError } from "@/lib/platform/errors";
import type { DrawnCode, TargetChange } from "../schema";
import { updateCode } from "../update";

/**
 * Takes a change of a code's target back, as far as it went: what it left as it was is left alone. Throws `not_found`, and
 * `validation_failed` where the code leads elsewhere by now, since somebody else's change is not taken back with it.
 */
export function leadBack(caller: Caller, id: string, { from, to }: TargetChange): Promise<DrawnCode> {
  const hasContent = from.content !== to.content;
  const hasFallback = from.fallbackUrl !== to.fallbackUrl;
  const change = {
    ...(hasContent && { content: to.content }),
    ...(hasFallback && { settings: { fallbackUrl: to.fallbackUrl } }),
  };
  return updateCode(caller, id, change, undefined, ({ content, rules }) => {
    const isThere =
      (!hasContent || content === from.content) &&
      (!hasFallback || (rules?.fallbackUrl ?? null) === from.fallbackUrl);
    if (isThere) return;
    const message = "The target was changed again since, so it stays as it is";
    throw fieldError("validation_failed", { field: "content", code: "changed_since", message });
  });
}
