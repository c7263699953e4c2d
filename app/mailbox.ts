import { env } from "@/lib/platform/env";

/** Where mails lie while no server takes them: in development alone. */
export function findMailbox(): string | undefined {
  return env.smtpUrl === undefined && env.nodeEnv !== "production" ? "/dev/mail" : undefined;
}
