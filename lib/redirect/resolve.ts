import type { Caller } from "@/lib/accounts/schema";
import { getRow, stateOf } from "@/lib/codes/read";
import type { Resolution, ResolveRequest } from "@/lib/codes/schema";
import { encodeContent } from "@/lib/content";
import { fieldError } from "@/lib/platform/errors";
import { type Chosen, type CompiledRoutes, findRoute, type RouteContext } from "@/lib/routes";
import { unknown } from "@/lib/scans/schema";
import { describeVisitor } from "@/lib/scans/visitor";
import { evaluateFallback, mayLeadTo, routesOf } from "@/lib/targets";
import { readLanguages } from "./languages";
import { opensCode } from "./response";

/**
 * Where a code would lead a visit, without one: no scan is recorded. Of a split the entry that `variant` names, else the
 * heaviest. Throws `not_found`, and `validation_failed` for a variant that the rule's split doesn't have.
 */
export async function resolveCode(caller: Caller, id: string, request: ResolveRequest): Promise<Resolution> {
  const row = await getRow(caller, id);
  const at = request.at === undefined ? new Date() : new Date(request.at);
  const state = stateOf(row, at.getTime());
  const nowhere = { url: null, route: null, variant: null, state };
  const { type, content, rules } = row;
  const url = type === "url" ? (encodeContent(type, content).canonicalUrl ?? null) : null;
  if (state !== "active") {
    const fallback = state === "off" || state === "suspended" ? null : evaluateFallback({ rules });
    return {
      ...nowhere,
      url: fallback?.kind === "fallback" ? await leadOrNull(fallback.url, fallback.url) : null,
    };
  }
  const routes = routesOf({ type, url, rules });
  if (routes === null) return nowhere;
  if (row.shortCode === null) return { ...nowhere, url };
  const context = await describe(request, at, routes);
  const chosen = findRoute(routes, context);
  if (chosen === null)
    return { ...nowhere, url: await leadOrNull(routes.otherwise.to, routes.otherwise.url) };
  const entry = chooseEntry(chosen, request.variant, context.isAutomatic);
  const variant = chosen.isSplit ? (request.variant ?? null) : null;
  return { url: await leadOrNull(entry.to, entry.url), route: chosen.id, variant, state };
}

/** What no redirect leads to is answered as null: a blocked address, and a short URL on an own domain. */
async function leadOrNull(to: string, url: string): Promise<string | null> {
  return mayLeadTo(to) && !(await opensCode(to)) ? url : null;
}

/** The entry that a name asks for; without one the heaviest, of equal ones the first, and the first for what is no person. */
function chooseEntry({ entries, isSplit }: Chosen, variant: string | undefined, isAutomatic: boolean) {
  const [first] = entries as [Chosen["entries"][0]];
  if (!isSplit) return first;
  if (variant !== undefined) {
    const named = entries.find((entry) => entry.variant === variant);
    if (named !== undefined) return named;
    const allowed = entries.map((entry) => entry.variant);
    const message = `variant must be an entry of the split of the rule that applies: ${allowed.join(", ")}`;
    throw fieldError("validation_failed", { field: "variant", code: "not_allowed", message, allowed });
  }
  if (isAutomatic) return first;
  return entries.reduce((heaviest, entry) => (entry.weight > heaviest.weight ? entry : heaviest));
}

async function describe(
  { userAgent, country = unknown, language }: ResolveRequest,
  at: Date,
  { hasLanguages }: CompiledRoutes,
): Promise<RouteContext> {
  const { visitor, excluded } = await describeVisitor({ method: "GET", userAgent, clientAddress: "" });
  return {
    ...visitor,
    country,
    languages: hasLanguages && language !== undefined ? await readLanguages(language) : [],
    at: at.getTime(),
    // Without a user agent nothing is said of who visits.
    isAutomatic: userAgent !== undefined && excluded !== null,
  };
}
