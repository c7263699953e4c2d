import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail";
import { shortUrlOf } from "@/lib/platform/short-url";
import { consumeRate } from "@/lib/rate-limit";
import { isShortCode, type ReportInput, type ReportReason } from "./schema";

const hour = 3_600;
const day = 24 * hour;
const reportsOfClient = 10;
/** Of one code in a day: few by one client, so that nobody alone fills up what there is room for. */
const sameOfClient = 3;
const reportsOfCode = 200;
/** Reports of a code in a day that are mailed at any time, beside the first of an hour. */
const mailedReports = [5, 20, 100];

const meanings: Record<ReportReason, string> = {
  phishing: "phishing or fraud",
  malware: "malware",
  illegal: "illegal content",
  spam: "spam",
  other: "something else",
};

/**
 * Keeps a report of a code and mails some of them to `SUPPORT_EMAIL` where that is set. Nothing of whoever reports is kept.
 * A code that doesn't exist is answered alike, so that reporting finds no codes. Throws `rate_limited` where too many
 * came of one client or of the code, and `not_found` for what can be no short code.
 *
 * @param client what a limit counts by, as `rateKeyOf` gives it.
 */
export async function reportCode(shortCode: string, report: ReportInput, client: string): Promise<void> {
  if (!isShortCode(shortCode)) throw new ServiceError("not_found", "There is no such code");
  await limitReports(shortCode, client);
  const note = report.note?.replace(lineBreak, "\n").trim() || null;
  const isKept = await storeReport(shortCode, report.reason, note);
  if (isKept && (await isToBeMailed(shortCode))) tellOperator(shortCode, report.reason, note);
}

const lineBreak = /\r\n|[\r\u2028\u2029]/g;

async function limitReports(shortCode: string, client: string): Promise<void> {
  const rate = await consumeRate([
    { key: `reports-by:${client}`, limit: reportsOfClient, windowSeconds: hour },
    { key: `reports-of:${shortCode}:${client}`, limit: sameOfClient, windowSeconds: day },
    { key: `reports-of:${shortCode}`, limit: reportsOfCode, windowSeconds: day },
  ]);
  if (rate.allowed) return;
  throw new ServiceError("rate_limited", "Many reports came from here or of this code", {
    retryAfterSeconds: Math.max(1, rate.retryAfterSeconds),
  });
}

/** Counted once the report is stored: one that could not be is not the hour's first. */
async function isToBeMailed(shortCode: string): Promise<boolean> {
  const count = (key: string, limit: number, windowSeconds: number) =>
    consumeRate([{ key: `${key}:${shortCode}`, limit, windowSeconds }]);
  const ofDay = await count("reports-kept", reportsOfCode, day);
  const { allowed: isFirst } = await count("reports-mailed", 1, hour);
  return isFirst || (ofDay.allowed && mailedReports.includes(reportsOfCode - ofDay.remaining));
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
      `To look at it and stop it: ${env.baseUrl}/admin/reports`,
      `Or to stop it: npm run --silent admin -- code:suspend --code ${shortCode} --reason '…'`,
      "All reports: npm run --silent admin -- report:list",
    ].join("\n"),
  });
}
