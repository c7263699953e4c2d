import type { Plan } from "@/lib/plans";
import { db, prismaTransaction } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/validation";
import { consumeToken, deadLink, findToken, issueToken, linkOf } from "./mail-links";
import { hashPassword } from "./password-hash";
import { refuseGuessable } from "./password-policy";
import { type FirstOperator, firstOperatorSchema, mailLinkSeconds } from "./schema";
import { formFault, insertUser, isAddressTaken, writeOperator } from "./users";

const operatorsPlan: Plan = "pro";

/**
 * Creates the link that makes the operator's account; null once anybody has an account. Several such links may work at a time,
 * since several servers may start on one empty database; the first that is used ends the others.
 */
export async function issueFirstOperatorLink(): Promise<{ link: string; hours: number } | null> {
  if ((await db.user.findFirst({ select: { id: true } })) !== null) return null;
  const token = await issueToken("first_operator", {
    email: "",
    userId: null,
    name: null,
    passwordHash: null,
  });
  return { link: linkOf("first_operator", token), hours: mailLinkSeconds.first_operator / 3_600 };
}

/**
 * Creates the operator's account for a printed link. Its email counts as confirmed. Throws for a dead link, and for an email
 * that has an account, after which the link keeps working.
 */
export async function createFirstOperator(input: FirstOperator): Promise<{ email: string }> {
  const { token, email, password, name = null } = requireValid(firstOperatorSchema, input, "form");
  if ((await findToken("first_operator", token)) === null) throw deadLink();
  refuseGuessable(password, email);
  const passwordHash = await hashPassword(password);
  try {
    await prismaTransaction(async (tx) => {
      await consumeToken(tx, "first_operator", token);
      const { userId } = await insertUser(tx, { email, name, passwordHash, plan: operatorsPlan });
      await writeOperator(tx, userId, true);
    });
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw formFault("email", "address_taken", `email ${email} already has an account`);
  }
  return { email };
}
