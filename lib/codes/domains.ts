import type { Caller } from "@/lib/accounts/schema";
import { entitlements, namePlanWith } from "@/lib/plans";
import { type Executor, isSqlState, sql, type Transaction } from "@/lib/platform/db";
import { type ErrorDetail, fieldError, maxDetails, ServiceError } from "@/lib/platform/errors";
import { keyOfPath, type Named, type NamedBefore, readHost } from "@/lib/platform/short-path";
import {
  countReleasedPaths,
  listDomainRows,
  listPathsOn,
  movePathRows,
  type OwnDomain,
  type PathOnDomain,
} from "./queries.paths";
import { findSlugFaults, isOwnPath, maxReleased, slugTaken, tooManyReleased } from "./slug";

/** Where a code has its short URL; both null: on the service's own host. */
export interface CodeDomain {
  domainId: string | null;
  host: string | null;
}

export const serviceHost: CodeDomain = { domainId: null, host: null };

/** The account's domains, the oldest first, asked for once by what draws many codes. */
export type OwnDomains = () => Promise<readonly OwnDomain[]>;

export function ownDomains({ accountId }: Caller, executor: Executor = sql): OwnDomains {
  let asked: Promise<OwnDomain[]> | undefined;
  return () => {
    asked ??= listDomainRows(executor, accountId);
    return asked;
  };
}

/**
 * The domain of a new code: the one that is asked for, else the account's default, else none. A default that is suspended, or
 * that the plan has no room for any more, is none. Throws `validation_failed` for a static code, `sandbox_forbidden`, and what `chooseDomain` does.
 */
export async function chooseDomainOfNew(
  caller: Caller,
  { isDynamic, domain }: { isDynamic: boolean; domain?: string | null | undefined },
  list: OwnDomains,
): Promise<CodeDomain> {
  if (domain === null || (domain === undefined && (!isDynamic || caller.environment === "sandbox")))
    return serviceHost;
  if (domain !== undefined) return isDynamic ? chooseDomain(caller, domain, list) : refuseStatic();
  const usable = (await list()).find((own) => own.isDefault && takesCodes(caller, own));
  return usable === undefined ? serviceHost : { domainId: usable.id, host: usable.host };
}

/**
 * The domain of a code that is changed: its present one, one that it had before, or another as `chooseDomain` allows it. Throws
 * as `chooseDomainOfNew`.
 */
export async function chooseDomainOfChange(
  caller: Caller,
  row: NamedBefore & CodeDomain,
  { slug, domain }: Pick<Named, "slug"> & { domain: string | null | undefined },
): Promise<CodeDomain> {
  const present = { domainId: row.domainId, host: row.host };
  if (domain === undefined) return present;
  if (domain === null) return serviceHost;
  const host = readHost(domain);
  if (host === row.host) return present;
  if (row.shortCode === null) return refuseStatic();
  const list = ownDomains(caller);
  const own = (await list()).find((one) => one.host === host && one.isServed);
  const isEarlier = own !== undefined && isOwnPath(row, { slug, host });
  return isEarlier ? { domainId: own.id, host } : chooseDomain(caller, domain, list);
}

function refuseStatic(): never {
  const message = "domain is for dynamic codes only; a static code has no short URL";
  throw fieldError("validation_failed", { field: "domain", code: "dynamic_only", message });
}

/**
 * The domain of the account with this host. Throws `sandbox_forbidden`; `domain_not_verified`, or on a plan without domains
 * `plan_required`; `quota_exceeded` for one that the plan has no room for any more.
 */
async function chooseDomain(caller: Caller, host: string, list: OwnDomains): Promise<CodeDomain> {
  if (caller.environment === "sandbox") {
    const message = "domain is for production codes only; codes of the sandbox are on the service's own host";
    throw fieldError("sandbox_forbidden", { field: "domain", code: "sandbox_forbidden", message });
  }
  const wanted = readHost(host);
  const own = (await list()).find((domain) => domain.host === wanted && domain.isServed);
  const limit = entitlements[caller.plan].domains;
  if (own === undefined && limit === 0) {
    const message = `domain is part of ${namePlanWith(({ domains }) => domains > 0)} and larger plans`;
    throw fieldError("plan_required", { field: "domain", code: "plan_required", message });
  }
  if (own === undefined) throw domainNotVerified();
  if (own.isSuspended) {
    const message =
      "domain takes no new codes: the operator suspended it. Use another one, or the service's own host";
    throw fieldError("domain_not_verified", { field: "domain", code: "suspended", message });
  }
  if (isOverLimit(caller, own)) {
    const room = limit === 1 ? "one domain" : `${limit} domains`;
    const message =
      limit === 0
        ? "domain takes no new codes: the plan has no domains. Use the service's own host"
        : `domain takes no new codes: the plan has room for ${room}. Use an older one, or the service's own host`;
    throw fieldError("quota_exceeded", { field: "domain", code: "quota_exceeded", message, limit });
  }
  return { domainId: own.id, host: own.host };
}

/**
 * Whether the plan has no room for a domain, or would have none if it were served: the oldest that are served are within it.
 *
 * @param without counted as if it were deleted.
 */
export function isOverLimit({ plan }: Caller, { place }: OwnDomain, without?: OwnDomain): boolean {
  const isFreed = without?.isServed === true && without.place < place;
  return (isFreed ? place - 1 : place) > entitlements[plan].domains;
}

/** Whether new codes can have a domain. */
export function takesCodes(caller: Caller, own: OwnDomain, without?: OwnDomain): boolean {
  return own.isServed && !own.isSuspended && !isOverLimit(caller, own, without);
}

export function domainNotVerified(): ServiceError {
  const message = "domain must be the host of a verified domain of the account";
  return fieldError("domain_not_verified", { field: "domain", code: "domain_not_verified", message });
}

/**
 * Moves all codes and aliases of a domain to another one of the account, or to the service's host; how many codes. An alias
 * that is taken or not allowed there is deleted: nothing else could take it off its code. The transaction holds the account's lock.
 * Sets their `updatedAt` and tells no webhook. Throws `slug_taken` with a detail for each short URL that can't be there, and
 * moves none; `quota_exceeded` where the service's host holds too many slugs for the account.
 */
export async function moveCodes(
  tx: Transaction,
  { accountId }: Caller,
  fromDomainId: string,
  to: { id: string; host: string } | null,
): Promise<number> {
  if (to === null && (await countReleasedPaths(tx, accountId, [])).count >= maxReleased)
    throw tooManyReleased();
  const paths = await listPathsOn(tx, fromDomainId, to?.id ?? null, accountId);
  const refused = new Map(paths.map((path) => [path.key, findMoveFault(path, to !== null)]));
  const faults = paths.flatMap(({ key, path, isPresent }): ErrorDetail[] => {
    const fault = isPresent ? refused.get(key) : null;
    return fault ? [{ ...fault, field: "moveTo", path, message: `${path}: ${fault.message}` }] : [];
  });
  if (faults.length > 0) {
    const present = paths.filter(({ isPresent }) => isPresent).length;
    const message = `${faults.length} of ${present} short URLs can't move there; give their codes other slugs first`;
    const [first, ...others] = faults.slice(0, maxDetails);
    const details = first === undefined ? [] : [{ ...first, count: faults.length }, ...others];
    throw new ServiceError("slug_taken", message, { details });
  }
  return movePathRows(
    tx,
    { fromDomainId, toDomainId: to?.id ?? null, accountId },
    paths.map(({ key, path, isGenerated }) => ({
      from: key,
      // On the service's host every generated code opens without a row.
      to: refused.get(key) || (isGenerated && to === null) ? null : keyOfPath(path, to?.id ?? null),
    })),
  ).catch((error: unknown) => {
    throw isSqlState(error, "23505", "short_url_path_pkey") ? slugTaken() : error;
  });
}

/** Why a path can't be on the host that it is to move to. */
function findMoveFault(
  { path, isGenerated, isPresent, isTaken, isCodeTaken, shortCode }: PathOnDomain,
  isOnDomain: boolean,
): Pick<ErrorDetail, "code" | "message"> | null {
  const faults = isGenerated ? [] : findSlugFaults(path, { isDynamic: true, isOnDomain });
  const [fault] = faults.flatMap(({ details = [] }) => details);
  if (fault) return fault;
  if (isPresent && isCodeTaken)
    return { code: "slug_taken", message: `its generated code ${shortCode} is a slug there` };
  return isTaken ? { code: "slug_taken", message: "slug is taken" } : null;
}
