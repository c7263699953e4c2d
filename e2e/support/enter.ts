import { randomBytes } from "node:crypto";
import type { Origin } from "@/lib/scans/visitor";
import { signInWithPassword } from "@/lib/users/sign-in";
import type { TestAccount } from "./accounts";

/** A new session of somebody who signs in with a password alone, as a client of their own. */
export async function enter(account: Pick<TestAccount, "email" | "password">, from?: Origin) {
  const entered = await signInWithPassword(account, { client: randomBytes(8).toString("hex"), from });
  if (entered === null || entered.sessionId === null) throw new Error("nobody was let in");
  return entered;
}
