import { isDeepStrictEqual } from "node:util";
import type { Caller } from "@/lib/accounts/schema";
import type { BeforeCommit } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { Route } from "@/lib/routes";
import { keptTargets } from "./queries";
import { findTargetRow, listTargetRows, type TargetChangeRow, type TargetRow } from "./queries.read";
import { codeNotFound } from "./rows";
import type { DrawnCode, Target, TargetChange, TargetList } from "./schema";
import { updateCode } from "./update";

/**
 * The target of a code and its last 100 earlier ones, the newest first, each a content with the fallback and the rules of its time. A
 * static code has the present one alone. Throws `not_found`.
 */
export async function listTargets(caller: Caller, codeId: string): Promise<TargetList> {
  if (!isId(codeId)) throw codeNotFound();
  // One more than is shown: it has the time and user of the oldest shown target.
  const rows = await listTargetRows(caller, codeId, keptTargets + 1);
  const [first] = rows;
  if (first === undefined) throw codeNotFound();
  const changes = rows.filter(isChange);
  const created = { at: first.isDynamic ? first.createdAt : null, by: null };
  const settings = [...changes.map(settingAfter), created];
  const { current: content, currentFallback: fallbackUrl, currentRoutes } = first;
  const ledTo = { content, fallbackUrl, routes: currentRoutes ?? [] };
  const data: Target[] = [{ id: null, current: true, ...ledTo, ...presentSetting(settings[0]) }];
  for (const [place, { id, content, fallbackUrl, routes }] of changes.slice(0, keptTargets).entries()) {
    const ledTo = { content, fallbackUrl, routes: routes ?? [] };
    data.push({ id, current: false, ...ledTo, ...presentSetting(settings[place + 1]) });
  }
  return { data };
}

function isChange(row: TargetRow): row is TargetRow & TargetChangeRow {
  return row.id !== null;
}

/** When and by whom a target was set. */
interface Setting {
  at: Date | null;
  by: Target["setBy"];
}

/** A change stores the target that it replaced: it is the setting of the next newer one. */
function settingAfter({ replacedAt, userId, keyId, userName, keyName }: TargetChangeRow): Setting {
  if (keyId !== null) return { at: replacedAt, by: { kind: "key", id: keyId, name: keyName } };
  if (userId !== null) return { at: replacedAt, by: { kind: "user", id: userId, name: userName } };
  return { at: replacedAt, by: { kind: "operator", id: null, name: null } };
}

function presentSetting(setting: Setting | undefined): Pick<Target, "setAt" | "setBy"> {
  return { setAt: setting?.at?.toISOString() ?? null, setBy: setting?.by ?? null };
}

/**
 * Sets a code's target to an earlier one, content, fallback and rules together. It is a change like any other: validated again, and
 * stored in the history. Throws `not_found` for the code as for a target that it never had or that is no longer kept.
 */
export async function restoreTarget(
  caller: Caller,
  id: string,
  targetId: string,
  beforeCommit?: BeforeCommit<DrawnCode>,
): Promise<DrawnCode> {
  const earlier = isId(id) && isId(targetId) ? await findTargetRow(caller, id, targetId) : undefined;
  if (earlier === undefined) throw new ServiceError("not_found", "There is no such code or earlier target");
  const { content, fallbackUrl, routes } = earlier;
  return updateCode(caller, id, { content, settings: { fallbackUrl, routes } }, beforeCommit);
}

/**
 * Undoes a change of a code's target, only what it changed. Throws `not_found`, and `validation_failed` where the target has
 * been changed since, so that another's change is not undone with it.
 */
export function revertTarget(caller: Caller, id: string, { from, to }: TargetChange): Promise<DrawnCode> {
  const hasContent = from.content !== to.content;
  const hasFallback = from.fallbackUrl !== to.fallbackUrl;
  const hasRoutes = !isSame(from.routes, to.routes);
  const settings = {
    ...(hasFallback && { fallbackUrl: to.fallbackUrl }),
    ...(hasRoutes && { routes: to.routes ?? null }),
  };
  const change = {
    ...(hasContent && { content: to.content }),
    ...((hasFallback || hasRoutes) && { settings }),
  };
  return updateCode(caller, id, change, undefined, ({ content, rules }) => {
    const isUnchanged =
      (!hasContent || content === from.content) &&
      (!hasFallback || (rules?.fallbackUrl ?? null) === from.fallbackUrl) &&
      (!hasRoutes || isSame(rules?.routes, from.routes));
    if (isUnchanged) return;
    const message = "The target was changed again since, so it stays as it is";
    throw fieldError("validation_failed", { field: "content", code: "changed_since", message });
  });
}

function isSame(one: readonly Route[] = [], other: readonly Route[] = []): boolean {
  return isDeepStrictEqual(one, other);
}
