import type { MailHelp } from "@/components/auth/mail-pages";
import { env } from "@/lib/platform/env";
import { canSendMail } from "@/lib/platform/mail";

/** Where mails lie while no server takes them: in development alone. */
export function findMailbox(): string | undefined {
  return env.smtpUrl === undefined && canSendMail() ? "/dev/mail" : undefined;
}

/** Who can help where the service can't send email; undefined where it can. */
export function findMailHelp(): MailHelp | undefined {
  return canSendMail() ? undefined : { supportEmail: env.supportEmail };
}
