import { recordAudit } from "@/lib/accounts";
import type { AuditAction } from "@/lib/accounts/schema";
import type { Plan } from "@/lib/plans";
import { db, type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/validation";
import {
  consumeToken,
  deadLink,
  findToken,
  issueToken,
  linkOf,
  revokeTokens,
  revokeTokensTo,
} from "./mail-links";
import { issueReset } from "./password";
import { hashPassword } from "./password-hash";
import { refuseGuessable } from "./password-policy";
import {
  type FirstOperator,
  firstOperatorSchema,
  type MailPurpose,
  mailLinkSeconds,
  normalizeEmail,
} from "./schema";
import { findUserByEmail, formFault, insertUser, isAddressTaken, writeOperator } from "./users";

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
 * Creates the link that a mail would hold, for the operator to hand over if the service can't send email. It works once and as
 * long as a mailed one, and replaces an older one of its purpose; the audit records it. Throws if the address has no account, or
 * has one that it must not have.
 */
export async function makeLink({ email, purpose, newEmail }: LinkOrder) {
  const address = readAddress("email", email);
  const user = await findUserByEmail(address);
  const token = await prismaTransaction(async (tx) => {
    if (user !== null) {
      const { accountId, userId: subjectId } = user;
      await recordAudit(tx, { accountId, action: actions[purpose], subjectId });
    }
    return issue[purpose](tx, address, newEmail);
  });
  const expiresAt = new Date(Date.now() + mailLinkSeconds[purposes[purpose]] * 1_000).toISOString();
  return { email: address, purpose, link: linkOf(purposes[purpose], token), expiresAt };
}

const actions = {
  "sign-up": "user.link_made.sign_up",
  reset: "user.link_made.reset",
  "email-change": "user.link_made.email_change",
} as const satisfies Record<LinkPurpose, AuditAction>;

type Issue = (tx: PrismaTransaction, email: string, newEmail?: string) => Promise<string>;

const issue: Record<LinkPurpose, Issue> = {
  async "sign-up"(tx, email) {
    await refuseTaken("email", email);
    await revokeTokensTo(email, "sign_up", tx);
    // Without a password: the user chooses one when they open the link.
    return issueToken("sign_up", { email, userId: null, name: null, passwordHash: null }, tx);
  },
  reset: async (tx, email) => issueReset(email, await findUserId(email), tx),
  async "email-change"(tx, email, newEmail = "") {
    const next = readAddress("newEmail", newEmail);
    const userId = await findUserId(email);
    await refuseTaken("newEmail", next);
    await revokeTokens(tx, userId, "email_change");
    return issueToken("email_change", { email: next, userId, name: null, passwordHash: null }, tx);
  },
};

function readAddress(field: string, text: string): string {
  const email = normalizeEmail(text);
  if (email !== null) return email;
  throw formFault(field, "invalid_format", `${field} must be an email address like ada@example.com`);
}

async function findUserId(email: string): Promise<string> {
  const user = await findUserByEmail(email);
  if (user !== null) return user.userId;
  throw formFault("email", "no_account", "There is no account with this address");
}

async function refuseTaken(field: string, email: string): Promise<void> {
  if ((await findUserByEmail(email)) === null) return;
  throw formFault(field, "address_taken", `${field} ${email} already has an account`);
}

const operatorsPlan: Plan = "pro";

/**
 * Creates the link that makes the operator's account; null once anybody has an account. Several such links may work at a time,
 * since several servers may start on one empty database; the first that is used ends the others.
 */
export async function issueFirstOperatorLink(): Promise<{ link: string; hours: number } | null> {
  if ((await db.user.findFirst({ select: { id: true } })) !== null) return null;
  const token = await issueToken("first_operator", {
    email: "",
    userId: null,
    name: null,
    passwordHash: null,
  });
  return { link: linkOf("first_operator", token), hours: mailLinkSeconds.first_operator / 3_600 };
}

/**
 * Creates the operator's account for a printed link. Its email counts as confirmed. Throws for a dead link, and for an email
 * that has an account, after which the link keeps working.
 */
export async function createFirstOperator(input: FirstOperator): Promise<{ email: string }> {
  const { token, email, password, name = null } = requireValid(firstOperatorSchema, input, "form");
  if ((await findToken("first_operator", token)) === null) throw deadLink();
  refuseGuessable(password, email);
  const passwordHash = await hashPassword(password);
  try {
    await prismaTransaction(async (tx) => {
      await consumeToken(tx, "first_operator", token);
      const { userId } = await insertUser(tx, { email, name, passwordHash, plan: operatorsPlan });
      await writeOperator(tx, userId, true);
    });
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw formFault("email", "address_taken", `email ${email} already has an account`);
  }
  return { email };
}
