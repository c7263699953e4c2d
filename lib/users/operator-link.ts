import { recordAudit } from "@/lib/accounts";
import { sql } from "@/lib/platform/db";
import { formFault } from "./form-fault";
import { issueToken, linkOf, revokeTokens, revokeTokensTo } from "./mails/links";
import { findUserByEmail } from "./operator";
import { issueReset } from "./password";
import { type MailPurpose, mailLinkSeconds, normalizeEmail } from "./schema";

const purposes = {
  "sign-up": "sign_up",
  reset: "password_reset",
  "email-change": "email_change",
} as const satisfies Record<string, MailPurpose>;

/** What the operator can make a link for. */
export type LinkPurpose = keyof typeof purposes;
export const linkPurposes = Object.keys(purposes) as LinkPurpose[];

interface LinkOrder {
  /** The address of the account, or the one that is to have an account. */
  email: string;
  purpose: LinkPurpose;
  /** The address that takes the place of `email`; for `email-change` alone. */
  newEmail?: string | undefined;
}

/**
 * Makes the link that a mail would hold, for the operator to hand over where the service can't send email. It works once, and
 * as long as a mailed one; a newer one of its purpose ends it. The account's record notes it. Throws where the address has no
 * account, or has one that it must not have.
 */
export async function makeLink({ email, purpose, newEmail }: LinkOrder) {
  const address = readAddress("email", email);
  const token = await issue[purpose](address, newEmail);
  const user = await findUserByEmail(address);
  if (user !== null) {
    await recordAudit(null, { accountId: user.accountId, action: "user.link_made", subjectId: user.userId });
  }
  const expiresAt = new Date(Date.now() + mailLinkSeconds[purposes[purpose]] * 1_000).toISOString();
  return { email: address, purpose, link: linkOf(purposes[purpose], token), expiresAt };
}

const issue: Record<LinkPurpose, (email: string, newEmail?: string) => Promise<string>> = {
  async "sign-up"(email) {
    await refuseTaken("email", email);
    await revokeTokensTo(email, "sign_up");
    // Without a password: the person chooses one when they open the link.
    return issueToken("sign_up", { email, userId: null, name: null, passwordHash: null });
  },
  reset: async (email) => issueReset(email, await findUserId(email)),
  async "email-change"(email, newEmail = "") {
    const next = readAddress("newEmail", newEmail);
    const userId = await findUserId(email);
    await refuseTaken("newEmail", next);
    await revokeTokens(sql, userId, "email_change");
    return issueToken("email_change", { email: next, userId, name: null, passwordHash: null });
  },
};

function readAddress(field: string, text: string): string {
  const email = normalizeEmail(text);
  if (email !== null) return email;
  throw formFault(field, "invalid_format", `${field} must be an e-mail address like ada@example.com`);
}

async function findUserId(email: string): Promise<string> {
  const user = await findUserByEmail(email);
  if (user !== null) return user.userId;
  throw formFault("email", "no_account", "There is no account with this address");
}

async function refuseTaken(field: string, email: string): Promise<void> {
  if ((await findUserByEmail(email)) === null) return;
  throw formFault(field, "address_taken", `${field} ${email} has an account already`);
}
