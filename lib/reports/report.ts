import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail";
import { shortUrlOf } from "@/lib/platform/short-url";
import { consumeRate } from "@/lib/rate-limit";
import { isShortCode, type ReportInput, type ReportReason } from "./schema";

const hour = 3_600;
const reportsOfClient = 10;
/** A twenty-first within an hour says what twenty have said. */
const reportsOfCode = 20;

const meanings: Record<ReportReason, string> = {
  phishing: "phishing or fraud",
  malware: "malware",
  illegal: "illegal content",
  spam: "spam",
  other: "something else",
};

/**
 * Keeps a report of a code and mails it to `SUPPORT_EMAIL` where that is set, once an hour for each code. Nothing of whoever reports
 * is kept. A code that doesn't exist is answered alike, so that reporting finds no codes. Throws `rate_limited` after
 * ten in an hour of one client, and `not_found` for what can be no short code.
 *
 * @param client what a limit counts by, as `rateKeyOf` gives it.
 */
export async function reportCode(shortCode: string, report: ReportInput, client: string): Promise<void> {
  if (!isShortCode(shortCode)) throw new ServiceError("not_found", "There is no such code");
  await limitClient(client);
  const rate = await consumeRate([
    { key: `reports-of:${shortCode}`, limit: reportsOfCode, windowSeconds: hour },
  ]);
  if (!rate.allowed) return;
  const note = report.note?.trim() || null;
  const isKept = await storeReport(shortCode, report.reason, note);
  if (isKept && rate.remaining === reportsOfCode - 1) tellOperator(shortCode, report.reason, note);
}

async function limitClient(client: string): Promise<void> {
  const rate = await consumeRate([
    { key: `reports-by:${client}`, limit: reportsOfClient, windowSeconds: hour },
  ]);
  if (rate.allowed) return;
  throw new ServiceError("rate_limited", `${reportsOfClient} reports in an hour came from here`, {
    retryAfterSeconds: Math.max(1, rate.retryAfterSeconds),
  });
}

async function storeReport(shortCode: string, reason: ReportReason, note: string | null): Promise<boolean> {
  const { rowCount } = await sql.query(
    `INSERT INTO abuse_report (id, short_code, reason, note)
     SELECT $1, short_code, $3, $4 FROM qr_code WHERE short_code = $2`,
    [newId(), shortCode, reason, note],
  );
  return rowCount === 1;
}

/** The stranger's words stand behind marks, so that they can't pass for ours. */
function tellOperator(shortCode: string, reason: ReportReason, note: string | null): void {
  if (env.supportEmail === undefined) return;
  const shortUrl = shortUrlOf(shortCode);
  sendMail({
    to: env.supportEmail,
    subject: `A code was reported: ${meanings[reason]}`,
    text: [
      `${shortUrl} was reported: ${meanings[reason]}.`,
      ...(note === null ? [] : ["", ...note.split("\n").map((line) => `> ${line}`)]),
      "",
      `Where it leads, without opening it: ${shortUrl}+`,
      `To stop it: npm run --silent admin -- code:suspend --code ${shortCode} --reason '…'`,
      "All reports: npm run --silent admin -- report:list",
    ].join("\n"),
  });
}
