import { commonPasswords } from "./common-passwords";
import { formFault } from "./users";

/**
 * Refuses a new password that anybody would guess: a common one, the address itself or its first part, or one
 * character over and over (NIST SP 800-63B, 3.1.1.2). `password` and `email` are normalised.
 */
export function refuseGuessable(password: string, email: string, field = "password"): void {
  const guess = password.toLowerCase();
  if (guess === email || guess === email.slice(0, email.lastIndexOf("@"))) {
    throw formFault(field, "password_is_address", `${field} must not be your address`);
  }
  if (commonPasswords.has(guess) || new Set(guess).size < 3) {
    throw formFault(
      field,
      "common_password",
      `${field} must not be one of the passwords that everybody tries; choose another, such as three words`,
    );
  }
}
