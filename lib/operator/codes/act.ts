import { resumeCode, showCode, suspendCode } from "@/lib/codes/operator";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { sendMail } from "@/lib/platform/mail";
import { settleReports } from "@/lib/reports";
import { findOwner } from "../accounts/person";
import { readCodeName } from "../schema";

/**
 * Takes a code out of service, puts what was reported of it aside, and tells its owner why. Throws as `suspendCode` does.
 *
 * @param code its short code or its id.
 */
export async function stopCode(code: string, input: { reason: string }, byUserId: string): Promise<void> {
  const { id, accountId, suspended } = await suspendCode(requireCodeName(code), input, byUserId);
  const { name, shortUrl } = await showCode(id);
  await settleReports(shortUrl?.split("/").at(-1) ?? "", byUserId);
  await tellOwner(accountId, {
    subject: "A code of yours was taken out of service",
    text: [
      `“${name}” (${shortUrl}) was taken out of service:`,
      `> ${suspended?.reason ?? ""}`,
      "People who scan it read that it is suspended. You can still change it; it stays out of service until the operator has looked at it again.",
      `If you think that is wrong, write to us: ${env.baseUrl}/support`,
    ],
  });
}

/** Puts a code back into service and tells its owner; nothing happens to one that is in service. */
export async function restoreCode(code: string, byUserId: string): Promise<void> {
  const before = await showCode(requireCodeName(code));
  const { accountId } = await resumeCode(before.id, byUserId);
  if (before.suspended === undefined) return;
  await tellOwner(accountId, {
    subject: "A code of yours is back in service",
    text: [`“${before.name}” (${before.shortUrl}) is back in service, as you have set it.`],
  });
}

/** What can name no code names none, and the database is not asked with it. */
function requireCodeName(code: string): string {
  const name = readCodeName(code);
  if (name === null) throw new ServiceError("not_found", "There is no such code");
  return name;
}

async function tellOwner(
  accountId: string,
  { subject, text }: { subject: string; text: readonly string[] },
): Promise<void> {
  const owner = await findOwner(accountId);
  if (owner === null) return;
  sendMail({ to: owner.email, subject, text: `${text.join("\n\n")}\n\nQuietzone\n${env.baseUrl}\n` });
}
