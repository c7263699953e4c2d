import { findBlocked } from "@/lib/blocklist";
import { resumeCode, showCode, suspendCode } from "@/lib/codes/operator";
import type { Rules } from "@/lib/codes/schema";
import { env, shortUrlOf } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { composeMail, sendMail } from "@/lib/platform/mail";
import { resolveReports } from "@/lib/reports";
import type { ReportReason } from "@/lib/reports/schema";
import { findOwner } from "./accounts";
import {
  countReported,
  listReportedRows,
  listReportsOfCode,
  listSuspendedRows,
  type ReportedRow,
} from "./queries";
import {
  type CodeView,
  listCodeNames,
  pageReported,
  type ReportedCode,
  type ReportedPage,
  readCodeName,
  type SuspendedCode,
} from "./schema";

/** The code that somebody has pasted, in whatever way it is named; null where there is none. */
export async function findCodeByText(text: string): Promise<CodeView | null> {
  for (const name of listCodeNames(text)) {
    try {
      const code = await showCode(name);
      return present(code, await readReports(code.shortCode ?? ""));
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === "not_found")) throw error;
    }
  }
  return null;
}

/** Without what it holds: of a type that holds no address that may be anybody's contact or password. */
function present(code: Awaited<ReturnType<typeof showCode>>, reports: CodeView["reports"]): CodeView {
  const { account, target, shortUrl } = code;
  const otherTargets = target === null ? [] : listOtherTargets(code.settings, target);
  return {
    id: code.id,
    name: code.name,
    type: code.type,
    shortCode: code.shortCode,
    shortUrl,
    target,
    otherTargets,
    isBlocked: target !== null && [target, ...otherTargets].some(findBlocked),
    earlierTargets: code.earlierTargets,
    accountId: account?.accountId ?? null,
    email: account?.emails[0] ?? null,
    plan: account?.plan ?? null,
    isSandbox: code.environment === "sandbox",
    scanCount: code.scanCount,
    lastScannedAt: code.lastScanned,
    createdAt: code.createdAt,
    updatedAt: code.updatedAt,
    suspended: code.suspended ?? null,
    reports,
  };
}

/** Visitors of whom a rule is true are led elsewhere, as perhaps nobody who looks into it is. */
function listOtherTargets({ routes = [], fallbackUrl }: Partial<Rules>, target: string): string[] {
  const ofRoutes = routes.flatMap(({ to, split = [] }) => [to, ...split.map((entry) => entry.to)]);
  return [...new Set([...ofRoutes, fallbackUrl])].filter(
    (url) => url !== undefined && url !== target,
  ) as string[];
}

const shownReports = 20;

async function readReports(shortCode: string): Promise<CodeView["reports"]> {
  const rows = await listReportsOfCode(shortCode, shownReports);
  return {
    count: rows[0]?.count ?? 0,
    waiting: rows[0]?.waiting ?? 0,
    latest: rows.map(({ createdAt, count: _, waiting: __, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
    })),
  };
}

const shownSuspended = 100;

/** The codes that are out of service, the last suspended first. */
export async function listSuspendedCodes(): Promise<SuspendedCode[]> {
  const rows = await listSuspendedRows(shownSuspended);
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
}

/** Codes with open reports, or with dismissed ones, the latest reported first; a page at a time. */
export async function listReportedCodes({
  isSettled,
  page,
}: {
  isSettled: boolean;
  page: number;
}): Promise<ReportedPage> {
  const [rows, total] = await Promise.all([
    listReportedRows(isSettled, pageReported, (page - 1) * pageReported),
    countReported(isSettled),
  ]);
  return { codes: rows.map(presentReported), page, pages: Math.ceil(total / pageReported), total };
}

function presentReported({
  shortCode,
  path,
  count,
  latest,
  reasons,
  notes,
  id,
  suspendedAt,
  rules,
  ...code
}: ReportedRow): ReportedCode {
  return {
    shortCode,
    shortUrl: shortUrlOf(path),
    count,
    latestAt: latest.toISOString(),
    reasons: Object.entries(reasons)
      .map(([reason, number]) => ({ reason: reason as ReportReason, count: number }))
      .sort((one, other) => other.count - one.count),
    notes: notes.map((note) => ({ ...note, createdAt: new Date(note.createdAt).toISOString() })),
    code:
      id === null
        ? null
        : {
            ...code,
            id,
            otherTargets: listOtherTargets(rules ?? {}, code.target ?? ""),
            suspendedAt: suspendedAt?.toISOString() ?? null,
          },
  };
}

/**
 * Takes a code out of service, dismisses its reports, and mails its owner why. Throws as `suspendCode` does.
 *
 * @param code its short code, a slug or its id.
 */
export async function stopCode(code: string, input: { reason: string }, byUserId: string): Promise<void> {
  const { id, accountId, suspended } = await suspendCode(requireCodeName(code), input, byUserId);
  const { name, shortCode, shortUrl } = await showCode(id);
  await resolveReports(shortCode ?? "", byUserId);
  await mailOwner(accountId, {
    subject: "One of your codes was suspended",
    text: [
      `The operator of this service suspended “${name}” (${shortUrl}). Reason:`,
      `> ${suspended?.reason ?? ""}`,
      "People who scan it see that it is suspended. You can still change it; it stays suspended until the operator reviews it.",
      `If you think this is a mistake, write to us: ${env.baseUrl}/support`,
    ],
  });
}

/** Puts a code back into service and mails its owner; nothing happens to one that is in service. */
export async function restoreCode(code: string, byUserId: string): Promise<void> {
  const before = await showCode(requireCodeName(code));
  const { accountId } = await resumeCode(before.id, byUserId);
  if (before.suspended === undefined) return;
  await mailOwner(accountId, {
    subject: "One of your codes works again",
    text: [`“${before.name}” (${before.shortUrl}) is back in service with your settings.`],
  });
}

/** What can name no code names none, and the database is not asked with it. */
function requireCodeName(code: string): string {
  const name = readCodeName(code);
  if (name === null) throw new ServiceError("not_found", "There is no such code");
  return name;
}

async function mailOwner(
  accountId: string,
  { subject, text }: { subject: string; text: readonly string[] },
): Promise<void> {
  const owner = await findOwner(accountId);
  if (owner === null) return;
  sendMail({ to: owner.email, subject, text: composeMail(...text) });
}
