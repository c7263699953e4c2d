import { createHash, randomBytes } from "node:crypto";
import { sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { ServiceError } from "@/lib/platform/errors";
import { formFault } from "../form-fault";
import { type MailPurpose, mailLinkPaths, mailLinkSeconds } from "../schema";

/** What a link was made for. */
interface LinkRow {
  email: string;
  userId: string | null;
  name: string | null;
  passwordHash: string | null;
}

/** Of the token only its SHA-256 is stored: with 256 random bits nothing slower is needed. */
function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The address of a link, from `BASE_URL` alone (A11). */
export function linkOf(purpose: MailPurpose, token: string): string {
  return `${env.baseUrl}${mailLinkPaths[purpose]}?token=${token}`;
}

/** Makes a link's token, of 256 random bits; it works once, for as long as its purpose says. */
export async function issueToken(
  purpose: MailPurpose,
  { email, userId, name, passwordHash }: LinkRow,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await sql.query(
    `INSERT INTO mail_token (token_hash, purpose, email, user_id, name, password_hash, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [digest(token), purpose, email, userId, name, passwordHash, mailLinkSeconds[purpose]],
  );
  return token;
}

const isAlive = "token_hash = $1 AND purpose = $2 AND expires_at > now()";
const columns = `email, user_id AS "userId", name, password_hash AS "passwordHash"`;

/** What a link's token stands for, while it works. */
export async function findToken(purpose: MailPurpose, token: string): Promise<LinkRow | null> {
  const { rows } = await sql.query<LinkRow>(`SELECT ${columns} FROM mail_token WHERE ${isAlive}`, [
    digest(token),
    purpose,
  ]);
  return rows[0] ?? null;
}

/**
 * The address that a mailed link is about, whose it is, and whether a password was chosen with it, while it works; null for a
 * dead one. Changes nothing.
 */
export async function findMailLink(
  purpose: MailPurpose,
  token: string,
): Promise<(Pick<LinkRow, "email" | "userId"> & { hasPassword: boolean }) | null> {
  const link = await findToken(purpose, token);
  return link && { email: link.email, userId: link.userId, hasPassword: link.passwordHash !== null };
}

/** Uses a link up; of several that come at once one gets through. Throws where it works no more. */
export async function takeToken(tx: Transaction, purpose: MailPurpose, token: string): Promise<LinkRow> {
  const { rows } = await tx.query<LinkRow>(`DELETE FROM mail_token WHERE ${isAlive} RETURNING ${columns}`, [
    digest(token),
    purpose,
  ]);
  const [row] = rows;
  if (row === undefined) throw deadLink();
  return row;
}

/** Ends the links of a person, or those of one purpose. */
export async function revokeTokens(
  tx: Transaction | typeof sql,
  userId: string,
  purpose?: MailPurpose,
): Promise<void> {
  const ofPurpose = purpose === undefined ? "" : "AND purpose = $2";
  await tx.query(`DELETE FROM mail_token WHERE user_id = $1 ${ofPurpose}`, [
    userId,
    ...(purpose ? [purpose] : []),
  ]);
}

/** Ends the links of one purpose that went to an address. */
export async function revokeTokensTo(
  email: string,
  purpose: MailPurpose,
  on: Transaction | typeof sql = sql,
): Promise<void> {
  await on.query("DELETE FROM mail_token WHERE email = $1 AND purpose = $2", [email, purpose]);
}

/** Ends the links of a person, and every link that went to their address, whoever asked for it. */
export async function revokeTokensAbout(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await tx.query("DELETE FROM mail_token WHERE user_id = $1 OR email = $2", [userId, email]);
}

/** A link that was used, has expired, was replaced or never was. */
export function deadLink(): ServiceError {
  return formFault("token", "dead_link", "This link was used, has expired, or a newer one took its place");
}

/** Deletes links that have expired; resolves with how many. */
export async function sweepMailTokens(): Promise<number> {
  const { rowCount } = await sql.query("DELETE FROM mail_token WHERE expires_at <= now()");
  return rowCount ?? 0;
}
