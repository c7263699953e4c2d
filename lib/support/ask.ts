import { accountGone } from "@/lib/accounts/schema";
import { entitlements, type Plan } from "@/lib/plans";
import { type BeforeCommit, type Transaction, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { limitHourly } from "@/lib/rate-limit";
import { mailSoon } from "./mail-waiting";
import type { SupportForm } from "./schema";

/** Of one account; each is a mail to the operator. */
const requestsPerHour = 5;

/** Who asks, as of now. */
interface Asker {
  accountId: string;
  email: string;
  plan: Plan;
}

const lineBreak = /\r\n|[\r\u2028\u2029]/g;

/**
 * Keeps what a person asks for and mails it to the operator, at once or, when that fails, by the sweep. Throws
 * `rate_limited` after five in an hour.
 */
export async function askSupport(
  asker: Asker,
  form: SupportForm,
  beforeCommit?: BeforeCommit<{ id: string }>,
): Promise<{ id: string }> {
  await limitHourly(`support-request:${asker.accountId}`, requestsPerHour);
  const asked = { id: newId() };
  await transaction(async (tx) => {
    await keepRequest(tx, asked.id, asker, form);
    await beforeCommit?.(tx, asked);
  });
  mailSoon(asked.id);
  return asked;
}

async function keepRequest(
  tx: Transaction,
  id: string,
  { accountId, email, plan }: Asker,
  { subject, message }: SupportForm,
): Promise<void> {
  const { rowCount } = await tx.query(
    `INSERT INTO support_request (id, account_id, email, subject, message, is_priority)
     SELECT $1, id, $3, $4, $5, $6 FROM account WHERE id = $2`,
    [id, accountId, email, subject, message.replace(lineBreak, "\n"), entitlements[plan].prioritySupport],
  );
  if (rowCount === 0) throw accountGone();
}
