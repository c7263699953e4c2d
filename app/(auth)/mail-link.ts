import type { MailLink } from "@/components/auth/mail-pages";
import { findSession } from "@/lib/auth";
import { findMailLink } from "@/lib/users/mail-links";
import type { MailPurpose } from "@/lib/users/schema";

/** A mailed link as its page finds it; null where it does nothing any more. Looks and changes nothing: a link is often opened by a mail program before a person does (A8). */
export async function readMailLink(
  purpose: MailPurpose,
  { token }: Record<string, string | string[] | undefined>,
): Promise<MailLink | null> {
  if (typeof token !== "string") return null;
  const link = await findMailLink(purpose, token);
  if (link === null) return null;
  const session = link.userId === null ? null : await findSession();
  const { email, userId, hasPassword } = link;
  return { token, email, isOwn: session !== null && session.userId === userId, hasPassword };
}
