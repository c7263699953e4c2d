import { randomBytes } from "node:crypto";
import { lockAccount, recordAudit } from "@/lib/accounts";
import { type AuditAction, accountGone, type Caller } from "@/lib/accounts/schema";
import { isOverLimit, moveCodes, ownDomains } from "@/lib/codes/domains";
import { findBlockedFault, findTargetFault } from "@/lib/codes/validate";
import { readAddress } from "@/lib/content";
import { maxUrlLength } from "@/lib/content/schema";
import { entitlements, namePlanWith } from "@/lib/plans";
import {
  type BeforeCommit,
  db,
  isSqlState,
  type PrismaTransaction,
  prismaTransaction,
} from "@/lib/platform/db";
import { fieldError, mergeErrors, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { consumeRate } from "@/lib/rate-limit";
import { normalizeHost } from "./host";
import {
  clearDefault,
  deleteDomainRow,
  insertDomain,
  lockDomain,
  makeDefault,
  updateAddresses,
} from "./queries";
import { countAliases, presentDomain, refuseSandbox, requireDomain } from "./read";
import type { Domain, DomainChange, NewDomain } from "./schema";
import { isServedHost } from "./served";

/**
 * Until DNS is asked about a new domain. Asked before its owner has added the record, name servers keep that it does not exist
 * for as long as the zone says.
 */
const firstCheckSeconds = 600;

/**
 * Adds a host with a token that proves it; DNS is not asked. Throws `rate_limited`, `plan_required`, `sandbox_forbidden`, `quota_exceeded`,
 * `invalid_domain`, `invalid_url`, and `validation_failed` for a host that the account has.
 */
export async function addDomain(
  caller: Caller,
  input: NewDomain,
  beforeCommit?: BeforeCommit<Domain>,
): Promise<Domain> {
  refuseSandbox(caller);
  requireDomains(caller);
  const { host, checked } = await checkNew(input);
  const addresses = { rootUrl: null, notFoundUrl: null, expiredUrl: null, ...checked };
  const { accountId } = caller;
  const id = newId();
  return prismaTransaction(async (tx) => {
    await lockAccount(tx, accountId);
    await requireRoom(tx, caller, host);
    await limitAdditions(caller);
    const token = randomBytes(16).toString("base64url");
    await insertDomain(tx, { id, accountId, host, token, ...addresses }, firstCheckSeconds);
    await recordDomainAudit(tx, caller, "domain.added", id);
    const added = presentDomain(await requireDomain(tx, caller, id));
    await beforeCommit?.(tx, added);
    return added;
  }, accountId).catch((error: unknown) => {
    throw isSqlState(error, "23503") ? accountGone() : error;
  });
}

/** The host and the addresses of a new domain; throws all that is wrong with them at once. */
async function checkNew(input: NewDomain): Promise<{ host: string; checked: Addresses }> {
  let host = "";
  const faults: ServiceError[] = [];
  const keep = (fault: unknown) => {
    if (!(fault instanceof ServiceError)) throw fault;
    faults.push(fault);
  };
  try {
    host = normalizeHost(input.host);
  } catch (fault) {
    keep(fault);
  }
  const checked = (await checkAddresses(host, input).catch(keep)) ?? {};
  const [first, ...others] = faults;
  if (first !== undefined) throw mergeErrors([first, ...others]);
  return { host, checked };
}

/** Each host that is served may get a certificate, of which authorities give an operator so many. */
const addedPerDay = 20;

async function limitAdditions({ accountId }: Caller): Promise<void> {
  const rule = { key: `domain-add:${accountId}`, limit: addedPerDay, windowSeconds: 86_400 };
  const { allowed, retryAfterSeconds } = await consumeRate([rule]);
  if (allowed) return;
  const message = `At most ${addedPerDay} domains are added per day`;
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: Math.max(1, retryAfterSeconds) });
}

function requireDomains({ plan }: Caller): void {
  if (entitlements[plan].domains > 0) return;
  const name = namePlanWith(({ domains }) => domains > 0);
  throw new ServiceError("plan_required", `Domains are part of ${name} and larger plans`);
}

async function requireRoom(tx: PrismaTransaction, { accountId, plan }: Caller, host: string): Promise<void> {
  const hosts = await tx.domain.findMany({ where: { accountId }, select: { host: true } });
  // Not `domain_taken`: that names another account, and is cured in DNS.
  if (hosts.some((one) => one.host === host)) {
    const message = "host is one of the account's domains already";
    throw fieldError("validation_failed", { field: "host", code: "already_added", message });
  }
  const { name, domains: limit } = entitlements[plan];
  const used = hosts.length;
  if (used < limit) return;
  throw quotaExceeded(
    `${name} has ${limit === 1 ? "one domain" : `${limit} domains`}, and the account has ${used}`,
    {
      limit,
      used,
    },
  );
}

function quotaExceeded(message: string, bounds: { limit: number; used?: number }): ServiceError {
  return fieldError("quota_exceeded", { field: "domains", code: "quota_exceeded", message, ...bounds });
}

/**
 * Changes what is given; a change of nothing leaves `updatedAt`. Throws `not_found`, `invalid_url`, `domain_not_verified` for a
 * default that isn't served, and `quota_exceeded` for one above the plan's number.
 */
export async function changeDomain(
  caller: Caller,
  id: string,
  change: DomainChange,
  beforeCommit?: BeforeCommit<Domain>,
): Promise<Domain> {
  refuseSandbox(caller);
  const known = await requireDomain(db, caller, id);
  const addresses = await checkAddresses(known.host, change, known);
  const { accountId } = caller;
  return prismaTransaction(async (tx) => {
    await lockAccount(tx, accountId);
    const row = await requireDomain(tx, caller, id);
    const { rootUrl, notFoundUrl, expiredUrl } = { ...row, ...addresses };
    const isMoved =
      rootUrl !== row.rootUrl || notFoundUrl !== row.notFoundUrl || expiredUrl !== row.expiredUrl;
    if (isMoved) await updateAddresses(tx, id, { rootUrl, notFoundUrl, expiredUrl });
    const isSwitched = change.isDefault !== undefined && change.isDefault !== row.isDefault;
    if (isSwitched) await switchDefault(tx, caller, id, change.isDefault === true);
    if (isMoved || isSwitched) await recordDomainAudit(tx, caller, "domain.changed", id);
    const changed = presentDomain(await requireDomain(tx, caller, id));
    await beforeCommit?.(tx, changed);
    return changed;
  }, accountId);
}

async function switchDefault(
  tx: PrismaTransaction,
  caller: Caller,
  id: string,
  isDefault: boolean,
): Promise<void> {
  await clearDefault(tx, caller.accountId);
  if (!isDefault) return;
  if (!(await makeDefault(tx, id)))
    throw notVerified("isDefault", "isDefault needs a verified domain that is not suspended");
  await requireHeld(tx, caller, id);
}

/** Throws `quota_exceeded` for a domain above the plan's number. */
async function requireHeld(
  tx: PrismaTransaction,
  caller: Caller,
  id: string,
  without?: string,
): Promise<void> {
  const domains = await ownDomains(caller, tx)();
  const find = (wanted?: string) => domains.find((own) => own.id === wanted);
  const own = find(id);
  if (own !== undefined && !isOverLimit(caller, own, find(without))) return;
  const { name, domains: limit } = entitlements[caller.plan];
  const held = limit === 1 ? "one domain" : `${limit} domains`;
  throw quotaExceeded(`${name} has ${held}; this one is above the number and takes no new codes`, { limit });
}

function notVerified(field: string, message: string): ServiceError {
  return fieldError("domain_not_verified", { field, code: "domain_not_verified", message });
}

/**
 * Deletes a domain for good. Its codes are moved first, all or none, with the aliases that can be there; or they refuse it.
 *
 * @param moveTo id of a domain of the account, or `service` for the service's own host. Without it codes and aliases are
 *   `domain_in_use`.
 *
 * Throws `not_found`, `domain_in_use`, `domain_not_verified` and `quota_exceeded` for where they are to go, and `slug_taken`
 * with a detail for each short URL that can't be there.
 */
export async function deleteDomain(caller: Caller, id: string, moveTo?: string): Promise<void> {
  refuseSandbox(caller);
  const { accountId } = caller;
  await prismaTransaction(async (tx) => {
    await lockAccount(tx, accountId);
    if (isId(id)) await lockDomain(tx, accountId, id);
    const row = await requireDomain(tx, caller, id);
    if (row.suspendedAt !== null) throw keptSuspended("The operator suspended this domain");
    await requireNoSuspended(tx, id);
    const aliases = await countAliases(tx, id);
    if (moveTo !== undefined) await moveCodes(tx, caller, id, await findMoveTarget(tx, caller, id, moveTo));
    else if (row._count.qrCodes + aliases > 0) throw inUse(row._count.qrCodes, aliases);
    await deleteDomainRow(tx, id);
    await recordDomainAudit(tx, caller, "domain.deleted", id);
  }, accountId);
}

/** What the operator has closed would open again on a domain that is added again. */
async function requireNoSuspended(tx: PrismaTransaction, id: string): Promise<void> {
  const onDomain = [{ domainId: id }, { shortUrlPaths: { some: { domainId: id } } }];
  const codes = await tx.qrCode.count({ where: { suspendedAt: { not: null }, OR: onDomain } });
  const closed = await tx.shortUrlPath.count({ where: { domainId: id, qrCodeId: null, accountId: null } });
  if (codes + closed > 0) throw keptSuspended("The operator suspended codes of this domain");
}

function keptSuspended(reason: string): ServiceError {
  const message = `${reason}, so it can't be deleted; ask the operator`;
  const hint = "Ask the operator of this service to lift the suspension, for instance by a support request.";
  return fieldError("domain_in_use", { field: "id", code: "suspended", message }, { hint });
}

function inUse(codes: number, aliases: number): ServiceError {
  const uses = [codes === 1 ? "1 code" : `${codes} codes`, aliases === 1 ? "1 alias" : `${aliases} aliases`];
  const message = `The domain has ${uses.join(" and ")}; move them with moveTo, or delete them first`;
  return fieldError("domain_in_use", { field: "moveTo", code: "domain_in_use", message, codes, aliases });
}

/** Where the codes of a domain that goes are moved; null: to the service's own host. */
async function findMoveTarget(
  tx: PrismaTransaction,
  caller: Caller,
  id: string,
  moveTo: string,
): Promise<{ id: string; host: string } | null> {
  if (moveTo === "service") return null;
  if (moveTo === id) {
    const message = "moveTo must be another domain, or service";
    throw fieldError("validation_failed", { field: "moveTo", code: "not_allowed", message });
  }
  const target = await requireDomain(tx, caller, moveTo).catch(() => undefined);
  if (target === undefined || !target.isServed || target.suspendedAt !== null) {
    throw notVerified(
      "moveTo",
      "moveTo must be the id of a verified domain of the account that is not suspended, or service",
    );
  }
  await requireHeld(tx, caller, target.id, id);
  return { id: target.id, host: target.host };
}

/** Appends who did what to a domain, in the transaction of the change. */
export function recordDomainAudit(
  tx: PrismaTransaction,
  { accountId, key, userId }: Pick<Caller, "accountId" | "key" | "userId">,
  action: AuditAction & `domain.${string}`,
  subjectId: string,
): Promise<void> {
  return recordAudit(tx, { accountId, userId, keyId: key?.id, action, subjectId });
}

const addressNames = ["rootUrl", "notFoundUrl", "expiredUrl"] as const;
type AddressName = (typeof addressNames)[number];
type Given = { [Key in AddressName]?: string | null | undefined };
type Addresses = { [Key in AddressName]?: string | null };

/**
 * The addresses that are given, as they are opened. The rules are those of a code's target. What the domain has already is kept
 * although it was blocked since; a redirect refuses it.
 *
 * @param host of the domain, served or not: an address on it would lead in a circle.
 *
 * Throws `invalid_url`, `content_too_long` and `validation_failed`.
 */
async function checkAddresses(host: string, given: Given, known: Given = {}): Promise<Addresses> {
  const checked: Addresses = {};
  const faults: ServiceError[] = [];
  for (const name of addressNames) {
    const text = given[name];
    if (text === undefined) continue;
    try {
      checked[name] = text === null || text === known[name] ? text : await checkAddress(text, name, host);
    } catch (fault) {
      if (!(fault instanceof ServiceError)) throw fault;
      faults.push(fault);
    }
  }
  const [first, ...others] = faults;
  if (first !== undefined) throw mergeErrors([first, ...others]);
  return checked;
}

async function checkAddress(text: string, field: string, own: string): Promise<string> {
  const href = readAddress(text, field);
  if (href.length > maxUrlLength) {
    const message = `${field} must have at most ${maxUrlLength} characters after percent-encoding and punycode; this one has ${href.length}`;
    const bounds = { max: maxUrlLength, actual: href.length };
    throw fieldError("content_too_long", { field, code: "too_long", message, ...bounds });
  }
  const fault = findTargetFault(href, field) ?? findBlockedFault([href], field);
  if (fault) throw fault;
  const host = new URL(href).hostname.replace(/\.$/, "");
  if (host === own || (await isServedHost(host))) {
    const message = `${field} must not be on a domain of this service, because a redirect leads there`;
    throw fieldError("invalid_url", { field, code: "not_allowed", message });
  }
  return href;
}
