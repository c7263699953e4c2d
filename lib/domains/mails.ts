import type { PrismaTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { composeMail, sendMail } from "@/lib/platform/mail";
import { txtNameOf, txtValueOf } from "./dns";
import type { HostRow } from "./queries";

type Named = Pick<HostRow, "id" | "accountId" | "host" | "token">;

/** Sends a mail when it is called; nothing for an account without a user. */
export type DueMail = () => void;

/** A domain whose TXT record has been gone for three daily checks. */
export function mailFailing(tx: PrismaTransaction, domain: Named): Promise<DueMail> {
  return writeMail(
    tx,
    domain,
    `${domain.host} is failing`,
    `The TXT record that proves your domain ${domain.host} has been missing for three days. The domain still works. If another account proves that it owns the host, your short links there stop.`,
    `To fix it, add this TXT record to your DNS:\n\n${recordOf(domain)}\n\nThen choose “Check now” on the domain's page, or wait for the daily check.`,
  );
}

/** A host that another account has proved while the record of this one was gone. */
export function mailLost(tx: PrismaTransaction, domain: Named): Promise<DueMail> {
  return writeMail(
    tx,
    domain,
    `${domain.host} moved to another account`,
    `Another account proved that it owns ${domain.host}, and your TXT record is gone. Your short links on this host no longer work. Your codes are kept.`,
    `If the host is yours, replace the TXT record in your DNS with this one:\n\n${recordOf(domain)}\n\nThen choose “Check now” on the domain's page.`,
    "If the host isn't yours, delete the domain on its page and choose where to move your codes.",
  );
}

/** A host that the operator has suspended. */
export function mailSuspended(tx: PrismaTransaction, domain: Named, reason: string): Promise<DueMail> {
  return writeMail(
    tx,
    domain,
    `${domain.host} is suspended`,
    `The operator of this service suspended your domain ${domain.host}. Everything on it shows visitors a notice, your short links too. Your codes are kept. Reason:\n\n> ${reason}`,
    "It stays suspended until the operator reviews it.",
  );
}

const recordOf = ({ host, token }: Named) => `${txtNameOf(host)}  TXT  ${txtValueOf(token)}`;

async function writeMail(
  tx: PrismaTransaction,
  { id, accountId }: Named,
  subject: string,
  ...paragraphs: string[]
): Promise<DueMail> {
  const owner = await tx.user.findFirst({
    where: { accountId },
    orderBy: { createdAt: "asc" },
    select: { email: true },
  });
  if (owner === null) return () => {};
  const text = composeMail(...paragraphs, `Your domain: ${env.baseUrl}/domains/${id}`);
  return () => sendMail({ to: owner.email, subject, text });
}
