import { z } from "zod";
import { type Plan, plans } from "@/lib/plans";
import { sql, transaction } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/require-valid";
import { formFault } from "./form-fault";
import { hashPassword } from "./passwords/hash";
import { isAddressTaken } from "./rows";
import { normalizeEmail, signUpSchema } from "./schema";
import { insertPerson } from "./sign-up";

const newUserSchema = signUpSchema.extend({ plan: z.enum(plans) });
type NewUser = z.input<typeof newUserSchema>;

/**
 * Makes an account for the operator, without a mail: the address counts as confirmed. A password has its bounds, but
 * whether it is a common one is the operator's business. Throws where the address has an account.
 */
export async function createUser(
  input: NewUser,
): Promise<{ accountId: string; userId: string; email: string; plan: Plan }> {
  const { email, password, name = null, plan } = requireValid(newUserSchema, input, "form");
  const passwordHash = await hashPassword(password);
  try {
    const made = await transaction((tx) => insertPerson(tx, { email, name, passwordHash, plan }));
    return { ...made, email, plan };
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
  createdAt: Date;
  lastSignInAt: Date | null;
}

/** The person of an address in any spelling; null where there is none. */
export async function findUserByEmail(text: string): Promise<User | null> {
  const email = normalizeEmail(text);
  if (email === null) return null;
  const { rows } = await sql.query<User>(
    `SELECT id AS "userId", account_id AS "accountId", email, name, password_hash IS NOT NULL AS "hasPassword",
       created_at AS "createdAt", last_sign_in_at AS "lastSignInAt"
     FROM app_user WHERE email = $1`,
    [email],
  );
  return rows[0] ?? null;
}
