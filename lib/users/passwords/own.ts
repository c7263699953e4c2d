import { ServiceError } from "@/lib/platform/errors";
import { formFault } from "../form-fault";
import { findRowById, type UserRow } from "../rows";
import { keyOf, tryPassword } from "../throttle";
import { verifyPassword } from "./hash";

/** A person who is there; throws `not_found` for one who was deleted. */
export async function getRow(userId: string): Promise<UserRow> {
  const user = await findRowById(userId);
  if (user === null) throw new ServiceError("not_found", "This account is no longer there");
  return user;
}

/** The person, once they have shown that they know their password; throws a fault of `field` or `rate_limited`. */
export async function requireOwnPassword(
  userId: string,
  password: string | undefined,
  field: string,
): Promise<UserRow> {
  if (password === undefined) throw formFault(field, "required", `${field} is required`);
  const user = await getRow(userId);
  if (user.passwordHash === null) {
    const message = "This account has no password yet; set one by Forgot password on the sign-in page";
    throw formFault(field, "no_password", message);
  }
  const isRight = await tryPassword([keyOf("own-password", userId)], () =>
    verifyPassword(user.passwordHash, password),
  );
  if (!isRight) throw formFault(field, "wrong_password", "This is not your password");
  return user;
}
