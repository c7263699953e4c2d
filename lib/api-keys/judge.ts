import { fieldError, type ServiceError } from "@/lib/platform/errors";
import { newApiKeySchema } from "./schema";

/** The fault of an expiry that is not in the future. */
export function pastExpiry(): ServiceError {
  return fieldError(
    "validation_failed",
    { field: "expiresAt", code: "not_in_future", message: "expiresAt must be in the future" },
    { hint: "Send a later time, or leave expiresAt out." },
  );
}

/**
 * Faults of a new key that can be seen in raw input although the schema refused other members of it, so that a client
 * learns all of them at once. `createKey` judges the expiry again, by the database's clock.
 */
export function judgeNewKey(input: Record<string, unknown>, now: Date): ServiceError[] {
  const { data, success } = newApiKeySchema.shape.expiresAt.safeParse(input.expiresAt);
  return success && typeof data === "string" && new Date(data) <= now ? [pastExpiry()] : [];
}
