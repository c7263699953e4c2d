import type { Caller } from "@/lib/accounts/schema";
import type { Transaction } from "@/lib/platform/db";
import { fieldError, mergeErrors, ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { maskedValue, type WebhookFilter } from "./options-schema";
import { listOwnCodeIds, type StoredOptions } from "./queries";
import { decryptHeaders, encryptHeaders } from "./secret";

type Headers = Record<string, string>;
type StoredFilter = Pick<StoredOptions, "filterCodeIds" | "filterTags">;
type StoredHeaders = Pick<StoredOptions, "headerNames" | "headers">;

export function presentFilter({ filterCodeIds, filterTags }: StoredFilter): WebhookFilter {
  if (filterCodeIds.length === 0 && filterTags.length === 0) return null;
  return {
    ...(filterCodeIds.length > 0 && { qrCodeIds: filterCodeIds }),
    ...(filterTags.length > 0 && { tags: filterTags }),
  };
}

export function maskHeaders(names: readonly string[]): Headers {
  return Object.fromEntries(names.map((name) => [name, maskedValue]));
}

/**
 * A filter as it is stored. Throws `validation_failed` for codes that are not of the caller's account and environment;
 * those that `before` names already may have been deleted since.
 */
export async function readFilter(
  tx: Transaction,
  caller: Caller,
  filter: WebhookFilter,
  before: readonly string[],
): Promise<StoredFilter> {
  const named = filter?.qrCodeIds ?? [];
  const known = new Set([...before, ...(await listOwnCodeIds(tx, caller, named.filter(isId)))]);
  const [fault, ...others] = named.flatMap((id, at) =>
    known.has(id.toLowerCase()) ? [] : [unknownCode(at)],
  );
  if (fault !== undefined) throw mergeErrors([fault, ...others]);
  return {
    filterCodeIds: [...new Set(named.map((id) => id.toLowerCase()))],
    filterTags: filter?.tags ?? [],
  };
}

function unknownCode(at: number): ServiceError {
  const field = `filter.qrCodeIds.${at}`;
  return fieldError("validation_failed", {
    field,
    code: "not_found",
    message: `${field} must be the id of a code of this account and environment`,
  });
}

/** Headers as they are stored: names beside encrypted values. Throws `validation_failed` for a masked value. */
export function sealHeaders(webhookId: string, headers: Headers): StoredHeaders {
  requireGiven(headers, {});
  const names = Object.keys(headers);
  return { headerNames: names, headers: names.length === 0 ? null : encryptHeaders(webhookId, headers) };
}

interface HeadersChange {
  url?: string | undefined;
  headers?: Headers | undefined;
}

/**
 * The headers after a change; null: as before. They are not sent to another host: with a new one they are removed unless they
 * are given again. A masked value stands for the stored one. Throws `validation_failed` where there is none.
 */
export function changeHeaders(
  webhook: StoredHeaders & { id: string; url: string },
  { url = webhook.url, headers }: HeadersChange,
): StoredHeaders | null {
  const isMoved = new URL(url).host !== new URL(webhook.url).host;
  if (headers === undefined) {
    return isMoved && webhook.headerNames.length > 0 ? { headerNames: [], headers: null } : null;
  }
  const hasMasked = Object.values(headers).includes(maskedValue);
  const stored = openHeaders(webhook, hasMasked && !isMoved);
  const next = isMoved ? leaveMasked(headers) : requireGiven(headers, stored ?? {});
  const isSame = stored !== null && JSON.stringify(stored) === JSON.stringify(next);
  return isSame ? null : sealHeaders(webhook.id, next);
}

/** Null where they do not open: the encryption key is another. Throws `unavailable` where they are needed. */
function openHeaders({ id, headers }: StoredHeaders & { id: string }, isNeeded: boolean): Headers | null {
  if (headers === null) return {};
  try {
    return decryptHeaders(id, headers);
  } catch {
    if (!isNeeded) return null;
    throw new ServiceError(
      "unavailable",
      "The stored headers can't be decrypted now; send their values again",
      {
        retryAfterSeconds: 10,
      },
    );
  }
}

/** The headers that are given with their values: a record sent back as it was got has masks. */
function leaveMasked(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== maskedValue));
}

/** The headers with the stored values of those that are masked. */
function requireGiven(headers: Headers, stored: Headers): Headers {
  const values = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const given = value === maskedValue ? values.get(name.toLowerCase()) : value;
      if (given === undefined) throw maskedHeader(name);
      return [name, given];
    }),
  );
}

function maskedHeader(name: string): ServiceError {
  const field = `headers.${name}`;
  return fieldError(
    "validation_failed",
    { field, code: "masked", message: `${field} must have its value, not the mask that answers show` },
    { hint: "A mask keeps a stored value as long as the host of url stays the same." },
  );
}
