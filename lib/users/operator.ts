import { z } from "zod";
import { recordAudit } from "@/lib/accounts";
import { type Plan, plans } from "@/lib/plans";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/require-valid";
import { formFault } from "./form-fault";
import { hashPassword } from "./passwords/hash";
import { isAddressTaken } from "./rows";
import { normalizeEmail, signUpSchema } from "./schema";
import { insertPerson } from "./sign-up";

const newUserSchema = signUpSchema.extend({ plan: z.enum(plans), isOperator: z.boolean().default(false) });
type NewUser = z.input<typeof newUserSchema>;

/**
 * Makes an account for the operator, without a mail: the address counts as confirmed. A password has its bounds, but
 * whether it is a common one is the operator's business. Throws where the address has an account.
 */
export async function createUser(
  input: NewUser,
): Promise<{ accountId: string; userId: string; email: string; plan: Plan; isOperator?: boolean }> {
  const { email, password, name = null, plan, isOperator } = requireValid(newUserSchema, input, "form");
  const passwordHash = await hashPassword(password);
  try {
    const made = await transaction(async (tx) => {
      const person = await insertPerson(tx, { email, name, passwordHash, plan });
      if (isOperator) await writeOperator(tx, person.userId, true);
      return person;
    });
    return { ...made, email, plan, ...(isOperator && { isOperator }) };
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw formFault("email", "address_taken", `email ${email} has an account already`);
  }
}

/** A person as the operator sees them. */
interface User {
  userId: string;
  accountId: string;
  email: string;
  name: string | null;
  hasPassword: boolean;
  isOperator: boolean;
  createdAt: Date;
  lastSignInAt: Date | null;
}

/** The person of an address in any spelling; null where there is none. */
export async function findUserByEmail(text: string): Promise<User | null> {
  const email = normalizeEmail(text);
  if (email === null) return null;
  const { rows } = await sql.query<User>(
    `SELECT id AS "userId", account_id AS "accountId", email, name, password_hash IS NOT NULL AS "hasPassword",
       is_operator AS "isOperator", created_at AS "createdAt", last_sign_in_at AS "lastSignInAt"
     FROM app_user WHERE email = $1`,
    [email],
  );
  return rows[0] ?? null;
}

/** Opens the operator's pages to a person, or closes them, from their next request on; false where it was so before. */
export async function setOperator(userId: string, isOperator: boolean): Promise<boolean> {
  return transaction((tx) => writeOperator(tx, userId, isOperator));
}

async function writeOperator(tx: Transaction, userId: string, isOperator: boolean): Promise<boolean> {
  const { rows } = await tx.query<{ accountId: string }>(
    `UPDATE app_user SET is_operator = $2, updated_at = now() WHERE id = $1 AND is_operator <> $2
     RETURNING account_id AS "accountId"`,
    [userId, isOperator],
  );
  const [row] = rows;
  if (row === undefined) return false;
  const action = isOperator ? "user.operator_granted" : "user.operator_withdrawn";
  await recordAudit(tx, { accountId: row.accountId, action, subjectId: userId });
  return true;
}
