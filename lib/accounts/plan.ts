import { entitlements, type Plan } from "@/lib/plans";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail";
import { limitHourly } from "@/lib/rate-limit";
import { recordAudit } from "./audit";
import type { Caller, OpenPlanRequest, PlanRequest } from "./schema";

/** Wishes of one account in an hour; each is a mail to the operator. */
const requestsPerHour = 5;

/** The plan of an account, which is locked until the transaction ends. Throws `not_found`. */
export async function lockPlan(tx: Transaction, accountId: string): Promise<Plan> {
  const { rows } = await tx.query<{ plan: Plan }>(
    "SELECT plan FROM account WHERE id = $1::uuid FOR NO KEY UPDATE",
    [isId(accountId) ? accountId : null],
  );
  if (rows[0] === undefined) throw new ServiceError("not_found", "There is no such account");
  return rows[0].plan;
}

/**
 * Asks the operator for another plan: kept until the plan is changed, and mailed to `SUPPORT_EMAIL` where that is set.
 * An account has one open wish; a new one takes its place. Throws `validation_failed` for the plan that it has, and
 * `rate_limited` after five in an hour.
 */
export async function requestPlan(caller: Caller, { plan, note }: PlanRequest): Promise<void> {
  const { accountId, userId } = caller;
  await limitHourly(`plan-request:${accountId}`, requestsPerHour);
  const { email, current } = await transaction(async (tx) => {
    const current = await lockPlan(tx, accountId);
    if (current === plan) throw samePlan(plan);
    await tx.query("DELETE FROM plan_request WHERE account_id = $1 AND resolved_at IS NULL", [accountId]);
    const id = newId();
    await tx.query(
      "INSERT INTO plan_request (id, account_id, plan, note, created_at) VALUES ($1, $2, $3, $4, now())",
      [id, accountId, plan, note?.trim() || null],
    );
    await recordAudit(tx, { accountId, userId, action: "plan.requested", subjectId: id });
    return { current, email: await findEmail(tx, accountId) };
  });
  tellOperator({ accountId, email, plan: current, requestedPlan: plan, note: note?.trim() || null });
}

/** Takes back what the account has asked for; the operator, who may have read it, is told. Throws `not_found` without a wish. */
export async function withdrawPlanRequest({ accountId, userId }: Caller): Promise<{ plan: Plan }> {
  const { plan, email } = await transaction(async (tx) => {
    await lockPlan(tx, accountId);
    const { rows } = await tx.query<{ id: string; plan: Plan }>(
      "DELETE FROM plan_request WHERE account_id = $1 AND resolved_at IS NULL RETURNING id, plan",
      [accountId],
    );
    const [row] = rows;
    if (row === undefined) throw new ServiceError("not_found", "There is no open request");
    await recordAudit(tx, { accountId, userId, action: "plan.withdrawn", subjectId: row.id });
    return { plan: row.plan, email: await findEmail(tx, accountId) };
  });
  if (env.supportEmail !== undefined) {
    const { name } = entitlements[plan];
    const text = `${email ?? accountId} has taken back the request for ${name}. There is nothing to do.`;
    sendMail({ to: env.supportEmail, subject: `No request for ${name} any more`, text });
  }
  return { plan };
}

function samePlan(plan: Plan): ServiceError {
  const message = `plan must be another one; the account has ${entitlements[plan].name} already`;
  return fieldError("validation_failed", { field: "plan", code: "not_allowed", message });
}

export async function findEmail(tx: Transaction, accountId: string): Promise<string | null> {
  const { rows } = await tx.query<{ email: string }>(
    "SELECT email FROM app_user WHERE account_id = $1 ORDER BY created_at LIMIT 1",
    [accountId],
  );
  return rows[0]?.email ?? null;
}

function tellOperator(request: Omit<OpenPlanRequest, "id" | "createdAt">): void {
  if (env.supportEmail === undefined) return;
  const wanted = entitlements[request.requestedPlan].name;
  const email = request.email ?? "";
  sendMail({
    to: env.supportEmail,
    subject: `A request for ${wanted}`,
    text: [
      `${email} has ${entitlements[request.plan].name} and asks for ${wanted}.`,
      ...(request.note === null ? [] : ["", request.note]),
      "",
      `To answer it: ${env.baseUrl}/admin/requests`,
      `Or to grant it: npm run --silent admin -- account:plan --email ${quoteForShell(email)} --plan ${request.requestedPlan}`,
      "All open requests: npm run --silent admin -- account:requests",
    ].join("\n"),
  });
}

/** An address may hold what a shell would run (`a&b@example.com`), and the operator copies this line. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What accounts ask for, the oldest first. */
export async function listPlanRequests(): Promise<OpenPlanRequest[]> {
  const { rows } = await sql.query<Omit<OpenPlanRequest, "createdAt"> & { createdAt: Date }>(
    `SELECT r.id, r.account_id AS "accountId", a.plan, r.plan AS "requestedPlan", r.note, r.created_at AS "createdAt",
       (SELECT email FROM app_user u WHERE u.account_id = a.id ORDER BY u.created_at LIMIT 1) AS email
     FROM plan_request r JOIN account a ON a.id = r.account_id
     WHERE r.resolved_at IS NULL ORDER BY r.created_at, r.id`,
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
