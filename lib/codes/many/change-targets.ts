import type { Caller } from "@/lib/accounts/schema";
import { fieldError } from "@/lib/platform/errors";
import type { CodeRow } from "../rows";
import type { ManyOutcome, TargetMove } from "../schema";
import { changeEach } from "./change-each";

/**
 * Lets codes lead elsewhere: dynamic codes of an address, each from the one that it was seen to lead to. One that leads
 * elsewhere by now is refused (`changed_since`), since what was meant for it was made from what it led to, and one that
 * leads there already stays as it is; so a call that comes twice is one, and the same with `from` and `to` exchanged takes
 * it back. Static ones (`static`) and other types (`other_type`) are refused. Throws as `changeEach`.
 */
export function changeTargets(caller: Caller, moves: readonly TargetMove[]): Promise<ManyOutcome[]> {
  return changeEach(caller, moves, {
    changeOf({ from, to }, row) {
      requireLeading(row);
      if (row.content === to) return {};
      if (row.content === from) return { content: to };
      throw changedSince("content", "The target was changed since, so it stays as it is");
    },
  });
}

function requireLeading({ shortCode, type }: CodeRow): void {
  requireDynamic({ shortCode });
  if (type === "url") return;
  const message = "It holds no web address, so its target is changed by itself";
  throw fieldError("validation_failed", { field: "type", code: "other_type", message });
}

/** What a static code holds is printed; nothing changes or bounds that. */
export function requireDynamic({ shortCode }: Pick<CodeRow, "shortCode">): void {
  if (shortCode !== null) return;
  const message = "It is static, so what is printed stays as it is";
  throw fieldError("validation_failed", { field: "isDynamic", code: "static", message });
}

export function changedSince(field: string, message: string) {
  return fieldError("validation_failed", { field, code: "changed_since", message });
}
