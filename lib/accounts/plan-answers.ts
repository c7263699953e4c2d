import { entitlements, type Plan } from "@/lib/plans";
import { type Transaction, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail";
import { requireValid } from "@/lib/platform/require-valid";
import { recordAudit } from "./audit";
import { findEmail, lockPlan } from "./plan";
import { type PlanRefusal, planRefusalSchema } from "./schema";

interface Change {
  previousPlan: Plan;
  plan: Plan;
}

interface ChangeOptions {
  /** The operator who does it in the browser, for the audit. */
  byUserId?: string;
  /** Whether the account's person is told by mail. */
  isTold?: boolean;
}

/**
 * Changes the plan of an account and resolves what it had asked for, whatever that was. It takes effect at the next
 * request. Throws `not_found`.
 */
export async function changePlan(
  accountId: string,
  plan: Plan,
  { byUserId, isTold = false }: ChangeOptions = {},
): Promise<Change> {
  const { email, ...change } = await transaction((tx) => writePlan(tx, accountId, plan, byUserId));
  if (isTold && email !== null && change.previousPlan !== plan) tellPlan(email, change);
  return change;
}

/**
 * Grants what an account asks for and tells its person. Throws `not_found` for a request that is answered, taken back or
 * replaced by another one: what the operator has read is what is granted.
 */
export async function grantPlanRequest(id: string, byUserId?: string): Promise<Change> {
  const { email, ...change } = await transaction(async (tx) => {
    const { accountId, plan } = await lockRequest(tx, id);
    return writePlan(tx, accountId, plan, byUserId);
  });
  if (email !== null) tellPlan(email, change);
  return change;
}

/** Answers a request with a no and why, by mail; the account keeps its plan. Throws as `grantPlanRequest` does. */
export async function declinePlanRequest(
  id: string,
  input: PlanRefusal,
  byUserId?: string,
): Promise<{ accountId: string; plan: Plan }> {
  const { note } = requireValid(planRefusalSchema, input, "form");
  const { email, held, ...declined } = await transaction(async (tx) => {
    const { accountId, plan, held } = await lockRequest(tx, id);
    await tx.query("UPDATE plan_request SET resolved_at = now() WHERE id = $1", [id]);
    await recordAudit(tx, { accountId, userId: byUserId, action: "plan.declined", subjectId: id });
    return { accountId, plan, held, email: await findEmail(tx, accountId) };
  });
  if (email !== null) tellRefusal(email, { asked: declined.plan, held, note });
  return declined;
}

async function writePlan(
  tx: Transaction,
  accountId: string,
  plan: Plan,
  byUserId: string | undefined,
): Promise<Change & { email: string | null }> {
  const previousPlan = await lockPlan(tx, accountId);
  await tx.query("UPDATE account SET plan = $2, updated_at = now() WHERE id = $1", [accountId, plan]);
  await tx.query(
    "UPDATE plan_request SET resolved_at = now() WHERE account_id = $1 AND resolved_at IS NULL",
    [accountId],
  );
  const action = `plan.changed.${plan}` as const;
  await recordAudit(tx, { accountId, userId: byUserId, action, subjectId: accountId });
  return { previousPlan, plan, email: await findEmail(tx, accountId) };
}

/** The account is locked first, as whoever asks or takes back locks it. */
async function lockRequest(
  tx: Transaction,
  id: string,
): Promise<{ accountId: string; plan: Plan; held: Plan }> {
  const read = () =>
    tx.query<{ accountId: string; plan: Plan }>(
      `SELECT account_id AS "accountId", plan FROM plan_request WHERE id = $1 AND resolved_at IS NULL`,
      [id],
    );
  const found = isId(id) ? (await read()).rows[0] : undefined;
  if (found === undefined) throw requestGone();
  const held = await lockPlan(tx, found.accountId);
  if ((await read()).rowCount === 0) throw requestGone();
  return { ...found, held };
}

function requestGone(): ServiceError {
  return new ServiceError("not_found", "This request is not open any more");
}

function tellPlan(to: string, { previousPlan, plan }: Change): void {
  const [before, now] = [entitlements[previousPlan].name, entitlements[plan].name];
  const text = [
    `The plan of your account at Quietzone was changed from ${before} to ${now}. It holds from now on.`,
    `What it has, and what you use of it: ${env.baseUrl}/plan`,
  ];
  sendMail({ to, subject: `Your plan is ${now} now`, text: sign(text) });
}

/** The operator's words stand behind marks, as any words that are not the service's own. */
function tellRefusal(to: string, { asked, held, note }: { asked: Plan; held: Plan; note: string }): void {
  const text = [
    `You asked for ${entitlements[asked].name}. That was declined, and your account stays on ${entitlements[held].name}:`,
    note
      .replace(/\r\n|[\r\u2028\u2029]/g, "\n")
      .split("\n")
      .map((line) => `> ${line}`)
      .join("\n"),
    `You can ask again: ${env.baseUrl}/plan`,
  ];
  sendMail({ to, subject: `Your request for ${entitlements[asked].name}`, text: sign(text) });
}

function sign(paragraphs: readonly string[]): string {
  return `${paragraphs.join("\n\n")}\n\nQuietzone\n${env.baseUrl}\n`;
}
