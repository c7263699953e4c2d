import { sql, type Transaction } from "@/lib/platform/db";

/** A person as the database knows them; never leaves this module. */
export interface UserRow {
  id: string;
  accountId: string;
  email: string;
  name: string | null;
  passwordHash: string | null;
  sessionVersion: number;
  /** Of the devices that signed in before. */
  deviceVersion: number;
  /** Whether signing in takes a code, too. */
  hasTwoFactor: boolean;
}

const columns = `id, account_id AS "accountId", email, name, password_hash AS "passwordHash",
  session_version AS "sessionVersion", device_version AS "deviceVersion", totp_confirmed_at IS NOT NULL AS "hasTwoFactor"`;

/** The person of a normalised address. */
export async function findRowByEmail(
  email: string,
  on: typeof sql | Transaction = sql,
): Promise<UserRow | null> {
  const { rows } = await on.query<UserRow>({
    name: "user-by-email",
    text: `SELECT ${columns} FROM app_user WHERE email = $1`,
    values: [email],
  });
  return rows[0] ?? null;
}

export async function findRowById(id: string): Promise<UserRow | null> {
  const { rows } = await sql.query<UserRow>({
    name: "user-by-id",
    text: `SELECT ${columns} FROM app_user WHERE id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Whether a write failed because somebody else has the address. */
export function isAddressTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" && constraint === "app_user_email_key";
}
