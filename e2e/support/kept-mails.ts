import { randomBytes } from "node:crypto";
import { listKeptMails, type Mail } from "@/lib/platform/mail";

/** The newest mail of this process to an address; undefined for none. */
export function findKeptMail(to: string, subject?: string): Mail | undefined {
  return listKeptMails()?.find(
    (mail) => mail.to === to && (subject === undefined || mail.subject === subject),
  );
}

/** An address that nobody has, in the spelling that is stored. */
export function newEmail(): string {
  return `somebody-${randomBytes(8).toString("hex")}@example.com`;
}
