import { describeUsage, findAccount } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { listKeys } from "@/lib/api-keys";
import { db } from "@/lib/platform/db";
import { fieldError, parseUrl, ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { requireValid } from "@/lib/platform/validation";
import { deleteAccountOf, mailPasswordReset } from "@/lib/users";
import { normalizeEmail, sessionSeconds } from "@/lib/users/schema";
import { endSessions } from "@/lib/users/sign-in";
import {
  countAccounts,
  findPerson,
  listAccountRows,
  listAuditOfAccount,
  listCodesOfAccount,
  listReportsOfAccount,
  listWebhooksOfAccount,
} from "./queries";
import { type AccountPage, type AccountQuery, type AccountView, pageAccounts, removalSchema } from "./schema";

/** Accounts of everybody, as the operator looks for them, a page at a time. */
export async function listAccounts({ q, sort, page }: AccountQuery): Promise<AccountPage> {
  const [rows, total] = await Promise.all([
    listAccountRows(q, sort, pageAccounts, (page - 1) * pageAccounts),
    countAccounts(q),
  ]);
  const accounts = rows.map(({ createdAt, lastSignInAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  }));
  return { accounts, page, pages: Math.ceil(total / pageAccounts), total };
}

/** The newest of each kind that are shown. */
const shown = 20;
const newest = { orderBy: [{ createdAt: "desc" as const }, { id: "desc" as const }], take: shown };

/** All that the operator sees of one account. Throws `not_found`. */
export async function getAccount(accountId: string): Promise<AccountView> {
  const account = isId(accountId) ? await findAccount(accountId) : null;
  if (account === null) throw new ServiceError("not_found", "There is no such account");
  const { plan } = account;
  const caller: Caller = { accountId, plan, environment: "production", key: null };
  const [person, usage, keys, webhooks, codes, requests, questions, reports] = await Promise.all([
    readPerson(accountId),
    describeUsage(caller),
    listKeys(caller),
    listWebhooksOfAccount(accountId),
    listCodesOfAccount(accountId),
    listRequests(accountId),
    listQuestions(accountId),
    listReportsOfAccount(accountId, shown),
  ]);
  const audit = await listAuditOfAccount(accountId, person?.userId ?? null, shown);
  return {
    ...{
      accountId,
      plan,
      createdAt: account.createdAt.toISOString(),
      person,
      usage,
      keys,
      codes,
      requests,
      questions,
    },
    // The host of a webhook alone: an address may hold a secret.
    webhooks: webhooks.map(({ url, ...webhook }) => ({ ...webhook, host: parseUrl(url)?.host ?? "" })),
    reports: reports.map(withText),
    audit: audit.map(withText),
  };
}

const withText = <T extends { createdAt: Date }>({ createdAt, ...row }: T) => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

async function readPerson(accountId: string): Promise<AccountView["person"]> {
  const person = await findPerson(accountId, sessionSeconds);
  if (person === undefined) return null;
  return {
    ...person,
    lastSignInAt: person.lastSignInAt?.toISOString() ?? null,
    twoFactorSince: person.twoFactorSince?.toISOString() ?? null,
  };
}

async function listRequests(accountId: string): Promise<AccountView["requests"]> {
  const requests = await db.planRequest.findMany({
    where: { accountId },
    omit: { accountId: true },
    ...newest,
  });
  return requests.map(({ createdAt, resolvedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }));
}

async function listQuestions(accountId: string): Promise<AccountView["questions"]> {
  const select = {
    id: true,
    subject: true,
    message: true,
    isPriority: true,
    createdAt: true,
    answeredAt: true,
  };
  const questions = await db.supportRequest.findMany({ where: { accountId }, select, ...newest });
  return questions.map(({ createdAt, answeredAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    isAnswered: answeredAt !== null,
  }));
}

/** Ends every session of an account's person. Throws `not_found`. */
export async function signOutEverywhere(accountId: string, byUserId: string): Promise<{ email: string }> {
  const { userId, email } = await requireOwner(accountId);
  await endSessions(userId, byUserId);
  return { email };
}

/** Mails an account's person a link for a new password. Throws `not_found`, and `rate_limited` as for anybody. */
export async function mailResetLink(accountId: string, byUserId: string): Promise<{ email: string }> {
  const { userId } = await requireOwner(accountId);
  return mailPasswordReset(userId, byUserId);
}

/**
 * Deletes an account with everything in it, for good, and mails its user. Throws `not_found`, and `validation_failed`
 * where another address was written, or the account is the operator's own.
 */
export async function removeAccount(
  accountId: string,
  input: { email: string },
  byUserId: string,
): Promise<{ email: string }> {
  const { email } = requireValid(removalSchema, input, "form");
  const owner = await requireOwner(accountId);
  if (owner.userId === byUserId) {
    const message = "This is your own account; it is deleted on its page “Account”";
    throw fieldError("validation_failed", { field: "email", code: "own_account", message });
  }
  if (normalizeEmail(email) !== owner.email) {
    const message = `email must be the account's address, ${owner.email}`;
    throw fieldError("validation_failed", { field: "email", code: "wrong_address", message });
  }
  await deleteAccountOf(owner, byUserId);
  return { email: owner.email };
}

/** Whom mails about an account go to. */
interface Owner {
  userId: string;
  accountId: string;
  email: string;
}

/** The first person of an account; null where it has none or is gone. */
export async function findOwner(accountId: string): Promise<Owner | null> {
  if (!isId(accountId)) return null;
  const select = { id: true, email: true };
  const user = await db.user.findFirst({ where: { accountId }, select, orderBy: { createdAt: "asc" } });
  return user === null ? null : { userId: user.id, accountId, email: user.email };
}

/** The same; throws `not_found`. */
async function requireOwner(accountId: string): Promise<Owner> {
  const owner = await findOwner(accountId);
  if (owner === null) throw new ServiceError("not_found", "This account is not there any more");
  return owner;
}
