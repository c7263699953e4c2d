import { z } from "zod";
import { createAccount, recordAudit } from "@/lib/accounts";
import { type Plan, plans } from "@/lib/plans";
import { db, isSqlState, type Prisma, type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { requireValid } from "@/lib/platform/validation";
import { hashPassword } from "./password-hash";
import { type NameChange, nameChangeSchema, normalizeEmail, signUpSchema } from "./schema";

/** A user as the database has them; never leaves this module. */
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

async function findRow(
  where: Prisma.UserWhereUniqueInput,
  client: Pick<PrismaTransaction, "user">,
): Promise<UserRow | null> {
  const user = await client.user.findUnique({
    where,
    select: {
      ...{ id: true, accountId: true, email: true, name: true, passwordHash: true },
      ...{ sessionVersion: true, deviceVersion: true, totpConfirmedAt: true },
    },
  });
  if (user === null) return null;
  const { totpConfirmedAt, ...row } = user;
  return { ...row, hasTwoFactor: totpConfirmedAt !== null };
}

/** The user of a normalised address. */
export function findRowByEmail(
  email: string,
  client: Pick<PrismaTransaction, "user"> = db,
): Promise<UserRow | null> {
  return findRow({ email }, client);
}

export function findRowById(id: string): Promise<UserRow | null> {
  return findRow({ id }, db);
}

/** Throws `not_found` for a deleted user. */
export async function getRow(userId: string): Promise<UserRow> {
  const user = await findRowById(userId);
  if (user === null) throw new ServiceError("not_found", "This account is no longer there");
  return user;
}

/** One fault of one field of a form. */
export function formFault(field: string, code: string, message: string): ServiceError {
  return fieldError("validation_failed", { field, code, message });
}

/** Whether a write failed because another user has the address. */
export function isAddressTaken(error: unknown): boolean {
  return isSqlState(error, "23505", "app_user_email_key");
}

interface NewUser {
  email: string;
  name: string | null;
  passwordHash: string | null;
  plan: Plan;
}

/** Creates an account and its user. Fails with a unique violation if the address has an account. */
export async function insertUser(
  tx: PrismaTransaction,
  { email, name, passwordHash, plan }: NewUser,
): Promise<{ accountId: string; userId: string }> {
  const accountName = name ?? email.slice(0, email.lastIndexOf("@"));
  const { accountId } = await createAccount(tx, { name: accountName, plan });
  const userId = newId();
  const data = { id: userId, accountId, email, name, passwordHash };
  await tx.user.create({ data, select: { id: true } });
  return { accountId, userId };
}

const operatorsNewUserSchema = signUpSchema.extend({
  plan: z.enum(plans),
  isOperator: z.boolean().default(false),
});

/**
 * Creates an account for the operator, without a mail: the address counts as confirmed. The password has its bounds, but may
 * be a common one. Throws if the address has an account.
 */
export async function createUser(
  input: z.input<typeof operatorsNewUserSchema>,
): Promise<{ accountId: string; userId: string; email: string; plan: Plan; isOperator?: boolean }> {
  const {
    email,
    password,
    name = null,
    plan,
    isOperator,
  } = requireValid(operatorsNewUserSchema, input, "form");
  const passwordHash = await hashPassword(password);
  try {
    const created = await prismaTransaction(async (tx) => {
      const user = await insertUser(tx, { email, name, passwordHash, plan });
      if (isOperator) await writeOperator(tx, user.userId, true);
      return user;
    });
    return { ...created, email, plan, ...(isOperator && { isOperator }) };
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw formFault("email", "address_taken", `email ${email} already has an account`);
  }
}

/** A user as the operator sees them. */
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

/** The user of an address in any spelling; null if there is none. */
export async function findUserByEmail(text: string): Promise<User | null> {
  const email = normalizeEmail(text);
  if (email === null) return null;
  const user = await db.user.findUnique({
    where: { email },
    select: {
      ...{ id: true, accountId: true, email: true, name: true, passwordHash: true },
      ...{ isOperator: true, createdAt: true, lastSignInAt: true },
    },
  });
  if (user === null) return null;
  const { id: userId, passwordHash, ...shown } = user;
  return { userId, ...shown, hasPassword: passwordHash !== null };
}

/** Grants or withdraws the operator's pages from the next request on; false if nothing changed. */
export function setOperator(userId: string, isOperator: boolean): Promise<boolean> {
  return prismaTransaction((tx) => writeOperator(tx, userId, isOperator));
}

/** Grants or withdraws the operator's pages. With an operator, links for the first one end. */
export async function writeOperator(
  tx: PrismaTransaction,
  userId: string,
  isOperator: boolean,
): Promise<boolean> {
  const [user] = await tx.user.updateManyAndReturn({
    where: { id: userId, isOperator: !isOperator },
    data: { isOperator },
    select: { accountId: true },
  });
  if (user === undefined) return false;
  if (isOperator) await tx.mailToken.deleteMany({ where: { purpose: "first_operator" } });
  const action = isOperator ? "user.operator_granted" : "user.operator_withdrawn";
  await recordAudit(tx, { accountId: user.accountId, action, subjectId: userId });
  return true;
}

/** Changes a user's name; an empty one removes it. Throws `not_found` for a deleted user. */
export async function changeName(userId: string, input: NameChange): Promise<void> {
  const { name = null } = requireValid(nameChangeSchema, input, "form");
  const { count } = await db.user.updateMany({ where: { id: userId }, data: { name } });
  if (count === 0) throw new ServiceError("not_found", "There is no such person any more");
}
