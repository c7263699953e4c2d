import { recordAudit } from "@/lib/accounts";
import { accountGone } from "@/lib/accounts/schema";
import { entitlements, type Plan } from "@/lib/plans";
import { type BeforeCommit, db, isSqlState, prismaTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { canSendMail, type Mail, sendMail } from "@/lib/platform/mail";
import { ownCommand } from "@/lib/platform/own-command";
import { limitHourly } from "@/lib/rate-limit";
import { type ClaimedRequest, claimSupportRequest, markRequestAnswered, markRequestMailed } from "./queries";
import type { OwnSupportRequest, SupportForm, SupportRequest } from "./schema";

/** Per account; each request is a mail to the operator. */
const requestsPerHour = 5;
const maxListed = 200;
/** Mails per run of the sweep. */
const batchSize = 20;

const lineBreak = /\r\n|[\r\u2028\u2029]/g;

interface Sender {
  accountId: string;
  email: string;
  plan: Plan;
}

/**
 * Stores a request and mails it to the operator at once or, if that fails, in the sweep. Throws `rate_limited` after five per
 * hour.
 */
export async function askSupport(
  { accountId, email, plan }: Sender,
  { subject, message }: SupportForm,
  beforeCommit?: BeforeCommit<{ id: string }>,
): Promise<{ id: string }> {
  await limitHourly(`support-request:${accountId}`, requestsPerHour);
  const request = {
    ...{ id: newId(), accountId, email, subject },
    message: message.replace(lineBreak, "\n"),
    isPriority: entitlements[plan].prioritySupport,
  };
  const created = { id: request.id };
  await prismaTransaction(async (tx) => {
    await tx.supportRequest.create({ data: request, select: { id: true } }).catch((error: unknown) => {
      throw isSqlState(error, "23503") ? accountGone() : error;
    });
    await beforeCommit?.(tx, created);
  });
  void mailNext(created.id).catch((err: unknown) =>
    log.warn({ err }, "a support request waits for the sweep"),
  );
  return created;
}

const newestFirst = [{ createdAt: "desc" }, { id: "desc" }] as const;

export interface SupportRequests {
  total: number;
  waiting: number;
  requests: SupportRequest[];
}

/** For the operator: up to 200 requests, open ones first, then the newest, and how many there are. */
export async function listSupportRequests(): Promise<SupportRequests> {
  const list = (isOpen: boolean, take: number) =>
    db.supportRequest.findMany({
      where: { answeredAt: isOpen ? null : { not: null } },
      omit: { mailDueAt: true },
      orderBy: [...newestFirst],
      take,
    });
  const [total, waiting, open] = await Promise.all([
    db.supportRequest.count(),
    db.supportRequest.count({ where: { answeredAt: null } }),
    list(true, maxListed),
  ]);
  const answered = await list(false, maxListed - open.length);
  const requests = [...open, ...answered].map((row) => ({
    ...row,
    ...formatTimes(row),
    mailedAt: row.mailedAt?.toISOString() ?? null,
  }));
  return { total, waiting, requests };
}

/** The account's own newest 200 requests. */
export async function listOwnSupportRequests(accountId: string): Promise<OwnSupportRequest[]> {
  const rows = await db.supportRequest.findMany({
    where: { accountId },
    select: { id: true, subject: true, message: true, isPriority: true, createdAt: true, answeredAt: true },
    orderBy: [...newestFirst],
    take: maxListed,
  });
  return rows.map((row) => ({ ...row, ...formatTimes(row) }));
}

function formatTimes({ createdAt, answeredAt }: { createdAt: Date; answeredAt: Date | null }) {
  return { createdAt: createdAt.toISOString(), answeredAt: answeredAt?.toISOString() ?? null };
}

/**
 * Marks a request as answered, which its sender sees. Doing it again changes nothing. Throws `not_found`.
 *
 * @param byUserId the operator in the browser, for the audit.
 */
export async function markSupportAnswered(id: string, byUserId?: string): Promise<{ answeredAt: string }> {
  const notFound = new ServiceError("not_found", "No question has this id");
  if (!isId(id)) throw notFound;
  return prismaTransaction(async (tx) => {
    const marked = await markRequestAnswered(tx, id);
    if (marked !== null) {
      const { accountId, answeredAt } = marked;
      await recordAudit(tx, { accountId, userId: byUserId, action: "question.answered", subjectId: id });
      return { answeredAt: answeredAt.toISOString() };
    }
    const request = await tx.supportRequest.findUnique({ where: { id }, select: { answeredAt: true } });
    if (!request?.answeredAt) throw notFound;
    return { answeredAt: request.answeredAt.toISOString() };
  });
}

/** Mails requests that are due to `SUPPORT_EMAIL`, the oldest first; returns how many it started. */
export async function sweepSupport(): Promise<number> {
  let count = 0;
  while (count < batchSize && (await mailNext())) count += 1;
  return count;
}

/** Mails the oldest request that is due, or the one with this id; whether there was one. */
async function mailNext(id?: string): Promise<boolean> {
  const to = env.supportEmail;
  // Requests stay unmailed until there is a mail server.
  if (to === undefined || !canSendMail()) return false;
  const request = await claimSupportRequest(id ?? null);
  if (request === null) return false;
  sendMail(writeMail(to, request), () => markRequestMailed(request.id));
  return true;
}

/** The sender's text is quoted and the subject follows a prefix, so that neither can pass for the service's own. */
function writeMail(to: string, { subject, message, isPriority, ...request }: ClaimedRequest): Mail {
  return {
    to,
    replyTo: request.email,
    subject: `${isPriority ? "[Priority] " : ""}Support: ${subject}`,
    text: [
      `${request.email} (${entitlements[request.plan].name}, account ${request.accountId}) asks:`,
      "",
      ...message.split("\n").map((line) => `> ${line}`),
      "",
      "An answer to this mail goes to that address.",
      `All requests: ${ownCommand("admin")} support:list`,
    ].join("\n"),
  };
}
