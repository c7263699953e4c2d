import { recordAudit } from "@/lib/accounts";
import { prismaTransaction } from "@/lib/platform/db";
import { env, shortUrlOf } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail";
import { ownCommand } from "@/lib/platform/own-command";
import { isGeneratedCode, isShortPath } from "@/lib/platform/short-path";
import { consumeRate } from "@/lib/rate-limit";
import {
  deleteOldReports,
  findReportedCode,
  insertReport,
  listReportRows,
  resolveReportRows,
} from "./queries";
import type { Report, ReportInput, ReportReason } from "./schema";

const hour = 3_600;
const day = 24 * hour;
const reportsPerClient = 10;
/** Reports of one code by one client per day: few, so that nobody fills the code's limit alone. */
const sameReportsPerClient = 3;
const reportsPerCode = 200;
/** Besides the first per hour, these reports of a code per day are mailed. */
const mailedReports = [5, 20, 100];

const maxListed = 200;
const keptDays = 180;

const meanings: Record<ReportReason, string> = {
  phishing: "phishing or fraud",
  malware: "malware",
  illegal: "illegal content",
  spam: "spam",
  other: "something else",
};

const lineBreak = /\r\n|[\r\u2028\u2029]/g;

/**
 * Stores a report of a code and mails some of them to `SUPPORT_EMAIL`. Nothing about the sender is stored. An unknown code gets
 * the same answer, so that reporting finds no codes. Throws `rate_limited` after too many reports by a client or of a code, and
 * `not_found` for a text that can't be the path of a short URL.
 *
 * @param path what follows `/r/` in its short URL: its generated code or one of its slugs.
 * @param client the rate limit key, as `rateKeyOf` gives it.
 */
export async function reportCode(path: string, report: ReportInput, client: string): Promise<void> {
  if (!isShortPath(path)) throw new ServiceError("not_found", "There is no such code");
  await limit([{ key: `reports-by:${client}`, limit: reportsPerClient, windowSeconds: hour }]);
  const shortCode = await findReportedCode(path);
  await limit([
    {
      key: `reports-of:${shortCode}:${client}`,
      group: shortCode,
      limit: sameReportsPerClient,
      windowSeconds: day,
    },
    { key: `reports-of:${shortCode}`, group: shortCode, limit: reportsPerCode, windowSeconds: day },
  ]);
  const note = report.note?.replace(lineBreak, "\n").trim() || null;
  const isStored = await insertReport({ id: newId(), shortCode, reason: report.reason, note });
  if (isStored && (await isMailed(shortCode))) mailOperator(shortCode, report.reason, note);
}

async function limit(limits: Parameters<typeof consumeRate>[0]): Promise<void> {
  const rate = await consumeRate(limits);
  if (rate.allowed) return;
  throw new ServiceError("rate_limited", "Too many reports came from this network or about this code", {
    retryAfterSeconds: Math.max(1, rate.retryAfterSeconds),
  });
}

/** Counted after the report is stored: one that failed to store is not the first of its hour. */
async function isMailed(shortCode: string): Promise<boolean> {
  const count = (key: string, limit: number, windowSeconds: number) =>
    consumeRate([{ key: `${key}:${shortCode}`, limit, windowSeconds }]);
  const perDay = await count("reports-kept", reportsPerCode, day);
  const { allowed: isFirst } = await count("reports-mailed", 1, hour);
  return isFirst || (perDay.allowed && mailedReports.includes(reportsPerCode - perDay.remaining));
}

/** The sender's text is quoted, so that it can't pass for the service's own. */
function mailOperator(shortCode: string, reason: ReportReason, note: string | null): void {
  if (env.supportEmail === undefined) return;
  const shortUrl = shortUrlOf(shortCode);
  sendMail({
    to: env.supportEmail,
    subject: `A code was reported: ${meanings[reason]}`,
    text: [
      `${shortUrl} was reported: ${meanings[reason]}.`,
      ...(note === null ? [] : ["", ...note.split("\n").map((line) => `> ${line}`)]),
      "",
      `Preview it safely: ${shortUrl}+`,
      `To review and stop it: ${env.baseUrl}/admin/reports`,
      `Or to stop it: ${ownCommand("admin")} code:suspend --code ${shortCode} --reason '…'`,
      `All reports: ${ownCommand("admin")} report:list`,
    ].join("\n"),
  });
}

/** The newest 200 reports, of the code that a path opens or of all, and how many there are. */
export async function listReports(path?: string): Promise<{ total: number; reports: Report[] }> {
  const shortCode = path === undefined ? null : await findReportedCode(path);
  const rows = await listReportRows(shortCode, maxListed);
  return {
    total: rows[0]?.total ?? 0,
    reports: rows.map(({ total: _, path, createdAt, suspendedAt, ...row }) => ({
      ...row,
      shortUrl: shortUrlOf(path),
      createdAt: createdAt.toISOString(),
      suspendedAt: suspendedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Resolves the reports of a code that the operator has seen; later ones stay open. Returns how many. Throws `invalid_request`
 * for an invalid date.
 *
 * @param byUserId the operator, for the audit of the code's account.
 * @param seen when the newest report was sent that the operator has seen; all of them without it.
 */
export async function resolveReports(shortCode: string, byUserId: string, seen?: Date): Promise<number> {
  if (!isGeneratedCode(shortCode)) return 0;
  if (Number.isNaN(seen?.getTime())) throw new ServiceError("invalid_request", "seen must be an instant");
  return prismaTransaction(async (tx) => {
    const count = await resolveReportRows(tx, shortCode, seen ?? null);
    if (count === 0) return 0;
    const code = await tx.qrCode.findUnique({ where: { shortCode }, select: { id: true, accountId: true } });
    if (code !== null) {
      const { accountId, id: subjectId } = code;
      await recordAudit(tx, { accountId, userId: byUserId, action: "reports.settled", subjectId });
    }
    return count;
  });
}

/** Deletes reports after 180 days, and those of deleted codes; how many. */
export function sweepReports(): Promise<number> {
  return deleteOldReports(keptDays);
}
