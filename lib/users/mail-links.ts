import { createHash, randomBytes } from "node:crypto";
import { db, type Executor, type PrismaTransaction, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { ServiceError } from "@/lib/platform/errors";
import {
  consumeMailToken,
  deleteExpiredMailTokens,
  findMailToken,
  insertMailToken,
  type MailLink,
} from "./queries";
import { type MailPurpose, mailLinkPaths } from "./schema";
import { formFault } from "./users";

/** Only the SHA-256 of a token is stored: with 256 random bits nothing slower is needed. */
function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The address of a link, from `BASE_URL` alone (A11). */
export function linkOf(purpose: MailPurpose, token: string): string {
  return `${env.baseUrl}${mailLinkPaths[purpose]}?token=${token}`;
}

/** Creates a link's token of 256 random bits; it works once, for as long as its purpose says. */
export async function issueToken(purpose: MailPurpose, link: MailLink, tx: Executor = sql): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertMailToken(tx, digest(token), purpose, link);
  return token;
}

/** What a link is about, while it works. */
export function findToken(purpose: MailPurpose, token: string): Promise<MailLink | null> {
  return findMailToken(digest(token), purpose);
}

/** Whose a link is and whether a password was chosen with it; null for one that no longer works. Changes nothing. */
export async function findMailLink(
  purpose: MailPurpose,
  token: string,
): Promise<(Pick<MailLink, "email" | "userId"> & { hasPassword: boolean }) | null> {
  const link = await findToken(purpose, token);
  return link && { email: link.email, userId: link.userId, hasPassword: link.passwordHash !== null };
}

/** Uses a link; of several calls at once one succeeds. Throws if it no longer works. */
export async function consumeToken(tx: Executor, purpose: MailPurpose, token: string): Promise<MailLink> {
  const link = await consumeMailToken(tx, digest(token), purpose);
  if (link === null) throw deadLink();
  return link;
}

type MailTokens = Pick<PrismaTransaction, "mailToken">;

/** Revokes a user's links, or those of one purpose. */
export async function revokeTokens(tx: MailTokens, userId: string, purpose?: MailPurpose): Promise<void> {
  await tx.mailToken.deleteMany({ where: { userId, ...(purpose && { purpose }) } });
}

/** Revokes the links of one purpose that went to an address. */
export async function revokeTokensTo(
  email: string,
  purpose: MailPurpose,
  tx: MailTokens = db,
): Promise<void> {
  await tx.mailToken.deleteMany({ where: { email, purpose } });
}

/** A link that was used, has expired, was replaced or never existed. */
export function deadLink(): ServiceError {
  return formFault("token", "dead_link", "This link was used, has expired, or a newer one took its place");
}

/** Deletes expired links; how many. */
export function sweepMailTokens(): Promise<number> {
  return deleteExpiredMailTokens();
}
