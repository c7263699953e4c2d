import type { Caller, Environment, Permission } from "@/lib/accounts/schema";
import type { Plan } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";
import { hashKeyValue, isKeyValue } from "./key-value";
import { findKeyByHash, type KeyRow } from "./look-up";
import { noteKeyUse } from "./uses";

/** RFC 6750 §2.1, the scheme in any case. */
const bearerPattern = /^bearer +(\S+)$/i;

/**
 * Whose key a header `Authorization` holds, as the database knows it now: one question to it, never a cache, expiry
 * judged by its clock. Throws `missing_api_key` for none, `invalid_api_key` for what is malformed, mistyped or unknown,
 * `inactive_api_key` and `expired_api_key`, in that order. Whether the plan includes the interface is left to judge.
 */
export async function authenticateKey(authorization: string | undefined): Promise<Caller> {
  const header = authorization?.trim();
  if (!header) throw new ServiceError("missing_api_key", "No API key was sent");
  const value = bearerPattern.exec(header)?.[1];
  if (value === undefined) {
    throw new ServiceError(
      "invalid_api_key",
      "The Authorization header is not of the form Bearer <API key>",
      {
        hint: "Send one header Authorization: Bearer followed by your API key.",
      },
    );
  }
  const row = isKeyValue(value) ? await findKeyByHash(hashKeyValue(value)) : undefined;
  if (row === undefined) throw new ServiceError("invalid_api_key", "The API key is not known");
  if (!row.is_active) throw new ServiceError("inactive_api_key", "The API key is switched off");
  if (row.is_expired) throw new ServiceError("expired_api_key", "The API key has expired");
  if (row.is_use_due) noteKeyUse(row.id);
  return callerOf(row);
}

function callerOf(row: KeyRow): Caller {
  return {
    accountId: row.account_id,
    plan: row.plan as Plan,
    environment: row.environment as Environment,
    key: {
      id: row.id,
      permissions: row.permissions as Permission[],
      rateLimit: row.rate_limit,
      expiresAt: row.expires_at,
    },
  };
}
