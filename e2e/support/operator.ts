import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setOperator } from "@/lib/users";
import { newAccount, type TestAccount } from "./accounts";
import { listDashboardActions } from "./dashboard";

const folder = join(new URL("../..", import.meta.url).pathname, "app/(operator)");

/** Every address that the operator's pages have, from their folders; `/admin/nothing` stands for all that lead nowhere. */
export function listOperatorAddresses(accountId: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file))
    .map((file) => `/${dirname(file)}`.replace("[id]", accountId).replace("[...rest]", "nothing"))
    .sort();
}

/** The server actions of the operator's pages, every one that the build has. */
export function listOperatorActions(): string[] {
  return listDashboardActions()
    .filter(({ file }) => file.startsWith("app/(operator)/"))
    .map(({ name }) => name);
}

/** An account whose person is the operator. */
export async function newOperator(): Promise<TestAccount> {
  const account = await newAccount("starter");
  await setOperator(account.userId, true);
  return account;
}
