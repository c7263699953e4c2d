import { findToken } from "./mails/links";
import type { MailPurpose } from "./schema";

export { deleteUser } from "./deletion";
export { confirmEmailChange, requestEmailChange } from "./email-change";
export { sweepMailTokens } from "./mails/links";
export { changeName } from "./name";
export { createUser, findUserByEmail } from "./operator";
export { changePassword, requestPasswordReset, resetPassword } from "./password";
export { confirmSignUp, signUp } from "./sign-up";

/** The address that a mailed link is about, while it works; null for a dead one. Changes nothing. */
export async function findMailLink(purpose: MailPurpose, token: string): Promise<{ email: string } | null> {
  const link = await findToken(purpose, token);
  return link === null ? null : { email: link.email };
}
