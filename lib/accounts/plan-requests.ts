import { entitlements, type Plan } from "@/lib/plans";
import { db, type Executor, type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { composeMail, sendMail } from "@/lib/platform/mail";
import { ownCommand } from "@/lib/platform/own-command";
import { requireValid } from "@/lib/platform/validation";
import { limitHourly } from "@/lib/rate-limit";
import { findPlanForUpdate, recordAudit, resolvePlanRequest } from "./queries";
import {
  type Caller,
  type OpenPlanRequest,
  type PlanRefusal,
  type PlanRequest,
  planRefusalSchema,
} from "./schema";

/** Per account; each request is a mail to the operator. */
const requestsPerHour = 5;

/** Locks the account until the transaction ends. Throws `not_found`. */
async function lockPlan(tx: Executor, accountId: string): Promise<Plan> {
  const plan = isId(accountId) ? await findPlanForUpdate(tx, accountId) : null;
  if (plan === null) throw new ServiceError("not_found", "There is no such account");
  return plan;
}

async function findEmail(tx: PrismaTransaction, accountId: string): Promise<string | null> {
  const user = await tx.user.findFirst({
    where: { accountId },
    orderBy: { createdAt: "asc" },
    select: { email: true },
  });
  return user?.email ?? null;
}

/**
 * Asks the operator for another plan: stored until the plan changes, and mailed to `SUPPORT_EMAIL`. A new request replaces the
 * open one. Throws `validation_failed` for the current plan, and `rate_limited` after five per hour.
 */
export async function requestPlan(caller: Caller, { plan, note }: PlanRequest): Promise<void> {
  const { accountId, userId } = caller;
  await limitHourly(`plan-request:${accountId}`, requestsPerHour);
  const request = { id: newId(), accountId, plan, note: note?.trim() || null };
  const { email, current } = await prismaTransaction(async (tx) => {
    const current = await lockPlan(tx, accountId);
    if (current === plan) throw samePlan(plan);
    await tx.planRequest.deleteMany({ where: { accountId, resolvedAt: null } });
    await tx.planRequest.create({ data: request, select: { id: true } });
    await recordAudit(tx, { accountId, userId, action: "plan.requested", subjectId: request.id });
    return { current, email: await findEmail(tx, accountId) };
  });
  mailOperator({ accountId, email, plan: current, requestedPlan: plan, note: request.note });
}

/** Withdraws the account's request and tells the operator, who may have read it. Throws `not_found` if there is none. */
export async function withdrawPlanRequest({ accountId, userId }: Caller): Promise<{ plan: Plan }> {
  const { plan, email } = await prismaTransaction(async (tx) => {
    await lockPlan(tx, accountId);
    const request = await tx.planRequest.findFirst({
      where: { accountId, resolvedAt: null },
      select: { id: true, plan: true },
    });
    if (request === null) throw new ServiceError("not_found", "There is no open request");
    await tx.planRequest.deleteMany({ where: { id: request.id, accountId } });
    await recordAudit(tx, { accountId, userId, action: "plan.withdrawn", subjectId: request.id });
    return { plan: request.plan, email: await findEmail(tx, accountId) };
  });
  if (env.supportEmail !== undefined) {
    const { name } = entitlements[plan];
    const text = `${email ?? accountId} has withdrawn the request for ${name}. There is nothing to do.`;
    sendMail({ to: env.supportEmail, subject: `Request for ${name} withdrawn`, text });
  }
  return { plan };
}

function samePlan(plan: Plan): ServiceError {
  const message = `plan must be another one; the account has ${entitlements[plan].name} already`;
  return fieldError("validation_failed", { field: "plan", code: "not_allowed", message });
}

function mailOperator(request: Omit<OpenPlanRequest, "id" | "createdAt">): void {
  if (env.supportEmail === undefined) return;
  const wanted = entitlements[request.requestedPlan].name;
  const email = request.email ?? "";
  sendMail({
    to: env.supportEmail,
    subject: `Request for ${wanted}`,
    text: [
      `${email} has ${entitlements[request.plan].name} and requests ${wanted}.`,
      ...(request.note === null ? [] : ["", request.note]),
      "",
      `To answer it: ${env.baseUrl}/admin/requests`,
      `Or to grant it: ${ownCommand("admin")} account:plan --email ${quoteForShell(email)} --plan ${request.requestedPlan}`,
      `All open requests: ${ownCommand("admin")} account:requests`,
    ].join("\n"),
  });
}

/** An address may hold what a shell would run (`a&b@example.com`), and the operator copies this line. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Open plan requests, oldest first. */
export async function listPlanRequests(): Promise<OpenPlanRequest[]> {
  const rows = await db.planRequest.findMany({
    where: { resolvedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: {
      ...{ id: true, accountId: true, plan: true, note: true, createdAt: true },
      account: {
        select: { plan: true, users: { orderBy: { createdAt: "asc" }, take: 1, select: { email: true } } },
      },
    },
  });
  return rows.map(({ id, accountId, plan, note, createdAt, account }) => ({
    ...{ id, accountId, note },
    plan: account.plan,
    requestedPlan: plan,
    createdAt: createdAt.toISOString(),
    email: account.users[0]?.email ?? null,
  }));
}

interface PlanChange {
  previousPlan: Plan;
  plan: Plan;
}

interface ChangeOptions {
  /** The operator in the browser, for the audit. */
  byUserId?: string;
  /** Whether the account's user gets a mail. */
  isTold?: boolean;
}

/** Changes an account's plan from its next request on, and resolves its open request. Throws `not_found`. */
export async function changePlan(
  accountId: string,
  plan: Plan,
  { byUserId, isTold = false }: ChangeOptions = {},
): Promise<PlanChange> {
  const { email, ...change } = await prismaTransaction((tx) => writePlan(tx, { accountId, plan, byUserId }));
  if (isTold && email !== null && change.previousPlan !== plan) mailPlan(email, change);
  return change;
}

/**
 * Grants a plan request and mails the account's user. Throws `not_found` for a request that is answered, withdrawn or replaced,
 * so that only what the operator has read is granted.
 */
export async function grantPlanRequest(id: string, byUserId?: string): Promise<PlanChange> {
  const { email, ...change } = await prismaTransaction(async (tx) => {
    const { accountId, plan } = await lockRequest(tx, id);
    return writePlan(tx, { accountId, plan, byUserId });
  });
  if (email !== null) mailPlan(email, change);
  return change;
}

/** Declines a plan request and mails the reason; the account keeps its plan. Throws as `grantPlanRequest` does. */
export async function declinePlanRequest(
  id: string,
  input: PlanRefusal,
  byUserId?: string,
): Promise<{ accountId: string; plan: Plan }> {
  const { note } = requireValid(planRefusalSchema, input, "form");
  const { email, held, ...declined } = await prismaTransaction(async (tx) => {
    const { accountId, plan, held } = await lockRequest(tx, id);
    await resolvePlanRequest(tx, accountId);
    await recordAudit(tx, { accountId, userId: byUserId, action: "plan.declined", subjectId: id });
    return { accountId, plan, held, email: await findEmail(tx, accountId) };
  });
  if (email !== null) mailRefusal(email, { requested: declined.plan, held, note });
  return declined;
}

async function writePlan(
  tx: PrismaTransaction,
  { accountId, plan, byUserId }: { accountId: string; plan: Plan; byUserId: string | undefined },
): Promise<PlanChange & { email: string | null }> {
  const previousPlan = await lockPlan(tx, accountId);
  await tx.account.update({ where: { id: accountId }, data: { plan }, select: { id: true } });
  await resolvePlanRequest(tx, accountId);
  const action = `plan.changed.${plan}` as const;
  await recordAudit(tx, { accountId, userId: byUserId, action, subjectId: accountId });
  return { previousPlan, plan, email: await findEmail(tx, accountId) };
}

/** Locks the account first, as requests and withdrawals do, then reads again whether the request is still open. */
async function lockRequest(
  tx: PrismaTransaction,
  id: string,
): Promise<{ accountId: string; plan: Plan; held: Plan }> {
  const find = () =>
    tx.planRequest.findFirst({ where: { id, resolvedAt: null }, select: { accountId: true, plan: true } });
  const found = isId(id) ? await find() : null;
  if (found === null) throw requestGone();
  const held = await lockPlan(tx, found.accountId);
  if ((await find()) === null) throw requestGone();
  return { ...found, held };
}

function requestGone(): ServiceError {
  return new ServiceError("not_found", "This request is no longer open");
}

function mailPlan(to: string, { previousPlan, plan }: PlanChange): void {
  const [before, now] = [entitlements[previousPlan].name, entitlements[plan].name];
  const text = composeMail(
    `The plan of your Quietzone account was changed from ${before} to ${now}, effective now.`,
    `Your plan and usage: ${env.baseUrl}/plan`,
  );
  sendMail({ to, subject: `Your plan is ${now} now`, text });
}

/** The operator's text is quoted, like any text that is not the service's own. */
function mailRefusal(
  to: string,
  { requested, held, note }: { requested: Plan; held: Plan; note: string },
): void {
  const text = composeMail(
    `You requested ${entitlements[requested].name}. The request was declined, and your account stays on ${entitlements[held].name}:`,
    note
      .replace(/\r\n|[\r\u2028\u2029]/g, "\n")
      .split("\n")
      .map((line) => `> ${line}`)
      .join("\n"),
    `You can send a new request: ${env.baseUrl}/plan`,
  );
  sendMail({ to, subject: `Your request for ${entitlements[requested].name}`, text });
}
